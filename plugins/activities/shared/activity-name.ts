/** The name of an activity is truncated to this length. */
const MAX_LENGTH = 200;

/** A line of text as the name of an activity. */
export function toActivityName(line: string): string {
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}
