import { Picture } from "@/components/ui/picture";
import { siteConfig } from "@/lib/site-config";

/** The ridge line at the foot of the quiz's screens. */
export function QuizRidge() {
  return (
    <div aria-hidden className="pointer-events-none fixed inset-x-0 bottom-0 -z-10 bg-snow">
      <Picture
        picture={siteConfig().brand.ridge}
        alt=""
        width={1600}
        height={160}
        className="h-16 w-full object-cover object-bottom opacity-60 sm:h-28 short:h-10"
      />
    </div>
  );
}
