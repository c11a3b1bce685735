import { Navigate } from "react-router";
import { useMe } from "@/features/console/shared/session";
import { homeFor } from "./rules";

/** `/admin` itself: on to the first page that one may open. */
export function Component() {
  return <Navigate to={homeFor(useMe().admin.rights)} replace />;
}
