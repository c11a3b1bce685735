"""What customers told and did by themselves, as the desk sees it. Their own pages are in ``abano.my_booking``."""
