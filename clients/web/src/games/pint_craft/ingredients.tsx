import { Adjuncts, Hops, Malt, SpecialtyMalt } from "../../art.tsx";

/** The pictures of the ingredients of Pint Craft. */
export const INGREDIENTS = { baseMalt: <Malt />, specialtyMalt: <SpecialtyMalt />, hops: <Hops />, adjuncts: <Adjuncts /> };
