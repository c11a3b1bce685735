"""What live analytics must hold, measured: each case prints figure, reference, ratio, what is asked, and met or not."""
