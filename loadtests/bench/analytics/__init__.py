"""What live analytics must hold, measured: figure, reference, ratio, what is asked, met or not."""
