import { Link } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { useTitle } from "./use-title";

export function NotFoundPage() {
  useTitle("Not found");
  return (
    <>
      <PageHeader title="There is no such page" />
      <Link to="/" className="mt-4 inline-flex min-h-11 items-center font-medium text-pine hover:underline">
        Companies
      </Link>
    </>
  );
}
