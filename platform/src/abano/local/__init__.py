"""`abano up`: runs on one machine the processes that Kubernetes runs."""
