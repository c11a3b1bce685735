import { FaqList } from "@/components/ui/faq-list";
import { Picture } from "@/components/ui/picture";
import { siteConfig } from "@/lib/site-config";

/** Who we are: the story and the figures. */
export function About() {
  const { landing } = siteConfig();
  return (
    <section aria-labelledby="about-title" className="mx-auto max-w-[96rem] px-4 py-14 sm:px-6">
      <div className="grid gap-8 lg:grid-cols-2 lg:items-center">
        <div>
          <h2 id="about-title" className="text-3xl font-bold sm:text-4xl">
            {landing.about.title}
          </h2>
          <p className="mt-4 text-slate">{landing.about.text}</p>
        </div>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(40%,7.5rem),1fr))] gap-3">
          {landing.stats.map((stat) => (
            <div key={stat.label} className="flex flex-col-reverse rounded-card bg-stone p-5">
              <dt className="text-sm text-slate">{stat.label}</dt>
              <dd className="tabular text-3xl font-bold text-pine">{stat.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

export function Team() {
  const { landing } = siteConfig();
  if (landing.team.length === 0) return null;
  return (
    <section aria-labelledby="team-title" className="mx-auto max-w-[96rem] px-4 pb-14 sm:px-6">
      <h2 id="team-title" className="text-2xl font-bold">
        {landing.teamTitle}
      </h2>
      <ul className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(max(40%,6rem),1fr))] gap-5 sm:grid-cols-3 lg:grid-cols-6">
        {landing.team.map((person) => (
          <li key={person.name} className="text-center">
            <Picture
              picture={person.image}
              alt=""
              sizes="10rem"
              width={480}
              height={480}
              className="mx-auto aspect-square w-full max-w-40 rounded-full bg-sky object-cover"
            />
            <p className="mt-3 font-semibold">{person.name}</p>
            <p className="text-sm text-muted">{person.position}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HowItWorks() {
  const { landing } = siteConfig();
  return (
    <section aria-labelledby="how-title" className="bg-stone px-4 py-14 sm:px-6">
      <div className="mx-auto max-w-[96rem]">
        <h2 id="how-title" className="text-3xl font-bold sm:text-4xl">
          {landing.howTitle}
        </h2>
        <ol className="mt-8 grid gap-5 md:grid-cols-3">
          {landing.howItWorks.map((step, index) => (
            <li key={step.title} className="overflow-hidden rounded-card bg-panel shadow-card">
              <Picture
                picture={step.image}
                alt=""
                sizes="(min-width: 768px) 33vw, 100vw"
                width={480}
                height={360}
                className="aspect-4/3 w-full bg-sky object-cover"
              />
              <div className="p-5">
                <h3 className="text-lg font-bold">
                  <span className="mr-2 text-accent-ink">{index + 1}</span>
                  {step.title}
                </h3>
                <p className="mt-1 text-slate">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function Faq() {
  const { landing } = siteConfig();
  if (landing.faq.length === 0) return null;
  return (
    <section aria-labelledby="faq-title" className="mx-auto max-w-3xl px-4 py-14 sm:px-6">
      <h2 id="faq-title" className="text-3xl font-bold sm:text-4xl">
        {landing.faqTitle}
      </h2>
      <div className="mt-6">
        <FaqList questions={landing.faq} />
      </div>
    </section>
  );
}
