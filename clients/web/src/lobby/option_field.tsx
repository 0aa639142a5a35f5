import type { Kind, ReferenceOf } from "../api.ts";
import { t } from "../words.ts";

export type Chosen = string | number | boolean | readonly string[] | null | undefined;
type Option = Kind["options"][number];
type Entry = ReferenceOf["editions"][number]["entries"][number];

interface Props {
  readonly option: Option;
  /** Those of the game, which their texts may name. */
  readonly all: readonly Option[];
  readonly entries: readonly Entry[];
  readonly chosen: Chosen;
  readonly choose: (value: Chosen) => void;
}

/** A text of an option without the ids of its rules, and with the texts of others for their names in the API. */
const plain = (text: string, all: readonly Option[] = []): string =>
  text
    .replace(/ \([A-Z]{2}-\d+[a-z]?\)/g, "")
    .replace(/`([\w-]+)`/g, (_, name: string) => {
      const other = all.find((one) => one.name === name);
      return other ? t("quoted", { text: plain(other.text) }) : name;
    })
    .replace(/\.$/, "");

/** One option of a new game, with what each of its values means. `undefined` leaves the default. */
export function OptionField({ option, all, entries, chosen, choose }: Props) {
  return (
    <div class="option">
      <b id={`option-${option.name}`}>{plain(option.text, all)}</b>
      {option.choices.length > 0 ? (
        <Choices option={option} chosen={chosen} choose={choose} />
      ) : option.maxItems !== null ? (
        <Names option={option} entries={entries} chosen={chosen} choose={choose} />
      ) : option.flag ? (
        <label class="choice">
          <input
            type="checkbox"
            name={option.name}
            aria-describedby={`option-${option.name}`}
            checked={chosen === undefined ? option.default === "true" : chosen === true}
            onChange={(event) => choose(String(event.currentTarget.checked) === option.default ? undefined : event.currentTarget.checked)}
          />
          {t("yes")}
        </label>
      ) : (
        <input
          type="number"
          name={option.name}
          aria-labelledby={`option-${option.name}`}
          min={option.minimum ?? undefined}
          max={option.maximum ?? undefined}
          placeholder={option.nullable ? t("asUsual") : option.default}
          value={typeof chosen === "number" ? chosen : ""}
          onInput={(event) => choose(event.currentTarget.value === "" ? undefined : event.currentTarget.valueAsNumber)}
        />
      )}
    </div>
  );
}

function Choices({ option, chosen, choose }: Omit<Props, "all" | "entries">) {
  const meanings = new Map(option.choiceTexts.map(({ value, text }) => [value, text]));
  const value = chosen === undefined ? (option.choices.includes(option.default) ? option.default : "") : String(chosen);
  return (
    <div role="radiogroup" aria-labelledby={`option-${option.name}`}>
      {option.nullable && (
        <label class="choice">
          <input type="radio" name={option.name} checked={value === ""} onChange={() => choose(undefined)} />
          {t("asUsual")}
        </label>
      )}
      {option.choices.map((one) => (
        <label key={one} class="choice">
          <input
            type="radio"
            name={option.name}
            value={one}
            checked={value === one}
            onChange={() => choose(one === option.default ? undefined : one)}
          />
          {plain(meanings.get(one) ?? one)}
        </label>
      ))}
    </div>
  );
}

/** A list of components by name: `namedRecipes` names entries of the section `recipes`. */
function Names({ option, entries, chosen, choose }: Omit<Props, "all">) {
  const section = option.name.replace(/^named/, "").toLowerCase();
  const names = Array.isArray(chosen) ? (chosen as readonly string[]) : [];
  const toggle = (name: string) => {
    const wanted = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
    choose(wanted.length > 0 ? wanted : undefined);
  };
  return (
    <div role="group" class="names" aria-labelledby={`option-${option.name}`}>
      {entries
        .filter((entry) => entry.section === section)
        .map(({ name, figures }) => (
          <label key={name} class="choice">
            <input type="checkbox" name={option.name} value={name} checked={names.includes(name)} onChange={() => toggle(name)} />
            {(figures as { title?: string }).title ?? name}
          </label>
        ))}
    </div>
  );
}
