import { Link } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { homeFor, type Role } from "../rules";

/** In place of a page that the role may not open. */
export function NotForYou({ role }: { role: Role }) {
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <h1 className="text-2xl font-bold">This page is not for your role</h1>
      <p className="mt-2 text-slate">
        You are signed in as {role}. An owner of your company can change that.
      </p>
      <Link to={homeFor(role)} className={buttonClass("quiet", "mt-6")}>
        Go to your first page
      </Link>
    </div>
  );
}
