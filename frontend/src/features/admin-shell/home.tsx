import { Navigate } from "react-router";
import { homeFor } from "./navigation";
import { useMe } from "./session";

/** `/admin` itself: on to the first page of the role. */
export function Component() {
  return <Navigate to={homeFor(useMe().admin.role)} replace />;
}
