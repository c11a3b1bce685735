import { Link } from "react-router";
import { paths } from "@/config/paths";
import { askAgain } from "@/features/click-tracking/consent";
import { siteConfig } from "@/lib/site-config";

/** Address, e-mail, legal pages and the ridge line. */
export function SiteFooter() {
  const { brand, contacts, documents, landing, tenant, tracking } = siteConfig();
  const links = [
    { kind: "privacy-policy", to: paths.privacy, label: "Privacy Policy" },
    { kind: "terms-of-service", to: paths.terms, label: "Terms of Service" },
    { kind: "vashlovani-national-park-guide", to: paths.guide, label: "Vashlovani guide" },
  ].filter((link) => documents.includes(link.kind));
  return (
    <footer className="mt-16">
      <img
        src={brand.ridge}
        alt=""
        width={1600}
        height={160}
        className="h-16 w-full object-cover object-bottom sm:h-[max(7rem,10vw)]"
      />
      <div className="bg-ink text-snow">
        <div className="mx-auto grid max-w-[96rem] gap-8 px-4 py-10 sm:grid-cols-3 sm:px-6">
          <div>
            <p className="text-lg font-bold">{tenant.name}</p>
            <p className="mt-2 text-sm opacity-90">{landing.footer.text}</p>
          </div>
          <address className="flex flex-col gap-2 text-sm not-italic">
            <span>{contacts.address}</span>
            <a className="underline underline-offset-4" href={`mailto:${contacts.email}`}>
              {contacts.email}
            </a>
            {contacts.mapsUrl && (
              <a
                className="underline underline-offset-4"
                href={contacts.mapsUrl}
                target="_blank"
                rel="noreferrer"
              >
                Show on the map
              </a>
            )}
          </address>
          <nav aria-label="Legal" className="flex flex-col gap-2 text-sm">
            {links.map((link) => (
              <Link key={link.to} className="underline underline-offset-4" to={link.to}>
                {link.label}
              </Link>
            ))}
            <Link className="underline underline-offset-4" to={paths.affiliate.register}>
              Affiliate programme
            </Link>
            {tracking.consentRequired && (
              <button
                type="button"
                className="w-fit text-left underline underline-offset-4"
                onClick={askAgain}
              >
                Privacy choice
              </button>
            )}
          </nav>
        </div>
        <p className="border-t border-white/15 px-4 py-4 text-center text-xs opacity-80">
          {landing.footer.copyright}
        </p>
      </div>
    </footer>
  );
}
