"""The product on the cluster: `abano up` with a database that it does not start itself."""

import asyncio
from pathlib import Path

from loadtests.failover.cluster import Cluster
from loadtests.faults.product import Product


class ReplicatedProduct(Product):
    """Names all nodes in its URLs, and follows the primary."""

    def __init__(self, folder: Path, cluster: Cluster) -> None:
        super().__init__(folder)
        self._cluster = cluster

    @property
    def database_url(self) -> str:
        """As the superuser, who sees the rows of all companies."""
        return self._cluster.url("postgres")

    @property
    def _settings(self) -> dict[str, str]:
        return {
            **super()._settings,
            "ABANO_DATABASE_URL": self._cluster.url("abano"),
            "ABANO_DATABASE_APP_URL": self._cluster.url("abano_app"),
            "ABANO_DATABASE_REPORTING_URL": self._cluster.url("abano_reporting"),
        }

    async def start(self) -> None:
        self._up.settings = self._settings
        self.mail.start()
        await self.start_up()

    async def stop(self) -> None:
        await asyncio.to_thread(self._up.stop)
        self.mail.stop()
