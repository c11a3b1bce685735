"""What people do, one module for each place: the desk, the yard, money, the site."""
