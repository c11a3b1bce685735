import { beginWith } from "@/lib/i18n";

// Sentences stand in the code in English; tests read them without a catalogue.
beginWith("en");
