import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import { DialogForm } from "@/components/forms/dialog-form";
import { SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { type CompanyAnswer, call, companiesKey, companyOptionsQuery } from "./api";

const maxName = 120;
const maxSlug = 40;
const maxDomain = 253;
const schema = z.object({
  name: z.string().trim().min(1, "Enter the company's name."),
  slug: z.string().trim().toLowerCase().min(1, "Enter a slug."),
  email: z.string().trim().pipe(z.email("Enter a valid email address.")),
  country: z.string().min(1, "Choose a country."),
  domain: z.string().trim().toLowerCase(),
});
type NewCompany = z.infer<typeof schema>;

/** Creates a company; its owner is invited by email. */
export function CreateCompanyDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const options = useQuery(companyOptionsQuery).data;
  const form = useForm<NewCompany>({
    resolver: zodResolver(schema),
    defaultValues: { name: "", slug: "", email: "", country: "", domain: "" },
  });
  const submit = useSubmit(form, (values: NewCompany) => call<CompanyAnswer>("/companies", values), {
    refresh: [companiesKey],
    done: { title: "Company created", description: "Its owner gets an invitation by email." },
    onDone: ({ company }) => navigate(`/companies/${company.slug}`),
  });
  const { control } = form;
  const slug = form.watch("slug").trim().toLowerCase();
  const domain = options?.siteDomain;
  return (
    <DialogForm
      title="Create company"
      description="It begins with neutral texts and no cars. Visitors see the site once its owner opens it."
      submit={submit}
      confirm="Create company"
      onClose={onClose}
    >
      <TextInput control={control} name="name" label="Company name" maxLength={maxName} required />
      <TextInput
        control={control}
        name="slug"
        label="Slug"
        hint={
          domain
            ? `Its site: ${slug || "slug"}.${domain}`
            : "Lowercase letters, digits and hyphens, for commands."
        }
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxSlug}
        required
      />
      <TextInput
        control={control}
        name="domain"
        label={domain ? "Own domain (optional)" : "Domain"}
        placeholder="www.example.com"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxDomain}
      />
      <TextInput
        control={control}
        name="email"
        label="Owner's email"
        type="email"
        autoComplete="off"
        required
      />
      <SelectInput
        control={control}
        name="country"
        label="Country"
        hint="Sets currency, time zone, calling code and languages. The owner can change them."
        required
      >
        <option value="" />
        {countriesByName(options?.countries ?? []).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectInput>
    </DialogForm>
  );
}

function countriesByName(codes: readonly string[]): [code: string, name: string][] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return codes
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => one.localeCompare(other, "en"));
}
