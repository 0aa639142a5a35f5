// Opening and editing the visitor's own profile. What is wrong is said at its field.

import { SaveProfileDocument, type ProfileFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { accessToken } from "../account/account.ts";
import { clientOf } from "../api.ts";
import { messageOf } from "../hooks.ts";
import { Handle } from "../named.tsx";
import { keepName } from "../storage.ts";
import { t } from "../words.ts";
import { FACES, Face } from "./face.tsx";

interface Props {
  readonly profile: ProfileFragment | null;
  readonly saved: () => void;
}

/** What is wrong with a field, or with something else where that is not known. */
interface Wrong {
  readonly field: string;
  readonly text: string;
}

export function ProfileForm({ profile, saved }: Props) {
  const [handle, setHandle] = useState(profile?.handle ?? "");
  const [name, setName] = useState(profile?.name ?? "");
  const [avatar, setAvatar] = useState(profile?.avatar ?? null);
  const [showSeen, setShowSeen] = useState(!!profile?.seenAt);
  const [wrong, say] = useState<Wrong | null>(null);
  const [done, finish] = useState(false);
  const save = async (event: Event) => {
    event.preventDefault();
    finish(false);
    say(null);
    try {
      const wanted = { handle: handle.trim(), name: name.trim() || null, avatar, showSeen };
      const { saveProfile: answer } = await clientOf(accessToken()).query(SaveProfileDocument, wanted);
      if (answer.__typename === "HandleTaken") say({ field: "handle", text: answer.message });
      else if (answer.__typename === "InputRefused") say({ field: answer.argument, text: answer.argument === "handle" ? t("handleRules") : answer.message });
      else if (answer.__typename !== "ProfileSaved") say({ field: "", text: answer.message });
      else {
        if (wanted.name) keepName(wanted.name); // for the next table
        finish(true);
        saved();
      }
    } catch (error) {
      say({ field: "", text: messageOf(error) });
    }
  };
  const problemAt = (field: string) => (
    <p class="problem" id={`${field}-problem`} role="alert">
      {wrong?.field === field && wrong.text}
    </p>
  );
  return (
    <form class="profile" onSubmit={save}>
      <h2>{t("profile")}</h2>
      {profile ? (
        <p>
          <Handle of={profile.handle} />
        </p>
      ) : (
        <>
          <p class="muted">{t("profileText")}</p>
          <div class="field">
            <label for="handle">{t("handle")}</label>
            <input
              id="handle"
              value={handle}
              required
              minLength={2}
              maxLength={20}
              autoComplete="username"
              autoCapitalize="none"
              spellcheck={false}
              aria-invalid={wrong?.field === "handle"}
              aria-describedby="handle-rules handle-problem"
              onInput={(event) => setHandle(event.currentTarget.value)}
            />
            <small class="muted" id="handle-rules">
              {t("handleRules")} {t("handleStays")}
            </small>
            {problemAt("handle")}
          </div>
        </>
      )}
      <div class="field">
        <label for="display-name">{t("displayName")}</label>
        <input
          id="display-name"
          value={name}
          maxLength={40}
          autoComplete="nickname"
          aria-invalid={wrong?.field === "name"}
          aria-describedby="name-problem"
          onInput={(event) => setName(event.currentTarget.value)}
        />
        {problemAt("name")}
      </div>
      <div role="radiogroup" aria-labelledby="face" class="field">
        <span id="face">{t("face")}</span>
        <div class="faces">
          {[null, ...FACES].map((one, index) => (
            <label key={one}>
              <input type="radio" name="face" class="unseen" checked={avatar === one} onChange={() => setAvatar(one)} />
              <Face avatar={one} handle={handle} />
              <span class="unseen">{one === null ? t("faceOfHandle") : t("faceNumber", { number: index })}</span>
            </label>
          ))}
        </div>
      </div>
      <label class="check">
        <input type="checkbox" checked={showSeen} onChange={(event) => setShowSeen(event.currentTarget.checked)} />
        {t("showSeen")}
      </label>
      <div class="buttons">
        <button class="primary">{t(profile ? "saveProfile" : "openProfile")}</button>
      </div>
      {problemAt("")}
      <p role="status">{done && t("profileSaved")}</p>
    </form>
  );
}
