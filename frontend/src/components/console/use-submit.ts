export { useSubmit } from "@/components/ui/use-submit";
