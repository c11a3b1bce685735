"""What a customer takes along: a printable voucher and a pass for the phone's wallet."""
