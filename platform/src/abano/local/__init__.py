"""`abano up`: the processes that Kubernetes runs, on one machine."""
