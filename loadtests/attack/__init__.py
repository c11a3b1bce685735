"""What people try who mean harm, against a running product on this machine."""
