import { Navigate } from "react-router";
import { useMe } from "@/features/console/shared/session";
import { homeFor } from "./rules";

/** `/admin` itself: on to the first page of the role. */
export function Component() {
  return <Navigate to={homeFor(useMe().admin.role)} replace />;
}
