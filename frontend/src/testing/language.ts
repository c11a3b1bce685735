import { beginWith } from "@/lib/i18n";

// Texts in the code are English; tests read them without a catalogue.
beginWith("en");
