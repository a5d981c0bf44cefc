/** What is typed after an @, up to the cursor. */
export interface TypedMention {
  /** Position of the @. */
  readonly at: number;
  /** The typed part of the name. */
  readonly search: string;
}

/** At most two words: first and last name. */
const TYPED = /(?:^|[\s(])@(|[^\s@]{1,60}(?: [^\s@]{1,60})?)$/u;

/** The mention that is being typed at the cursor; undefined: none. */
export function findMention(text: string, cursor: number): TypedMention | undefined {
  const search = TYPED.exec(text.slice(0, cursor))?.[1];
  return search === undefined ? undefined : { at: cursor - search.length - 1, search };
}

/** A part of a comment: plain text, or a mention with its @. */
export interface CommentPart {
  readonly text: string;
  readonly isMention: boolean;
}

/** Divides a comment at the names that it mentions. Of two names that begin alike the longer one counts. */
export function divideComment(comment: string, names: readonly string[]): readonly CommentPart[] {
  const mentions = names
    .filter((name) => name !== '')
    .map((name) => `@${name}`)
    .sort((one, other) => other.length - one.length);
  const parts: CommentPart[] = [];
  let plain = '';
  for (let position = 0; position < comment.length; ) {
    const found = comment[position] === '@' ? mentions.find((mention) => comment.startsWith(mention, position)) : undefined;
    if (found === undefined) {
      plain += comment[position];
      position += 1;
      continue;
    }
    if (plain !== '') parts.push({ text: plain, isMention: false });
    plain = '';
    parts.push({ text: found, isMention: true });
    position += found.length;
  }
  if (plain !== '') parts.push({ text: plain, isMention: false });
  return parts;
}
