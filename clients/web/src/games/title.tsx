// The title on a card, a tile or a stall.

/**
 * A title whose letters shrink until its longest word fits. Many browsers lack the rules by which German is hyphenated, and would
 * break the word anywhere.
 */
export function Title({ of }: { of: string }) {
  const longest = Math.max(...of.split(/[\s-]/u).map((word) => word.length));
  return (
    <span class="type">
      <span class="fitted" style={{ "--letters": longest }}>
        {of}
      </span>
    </span>
  );
}
