import type { ReadingField } from './reading.ts';

/** A label in a text: what the value after it is about. */
export interface FoundLabel {
  /** Undefined: a value that nobody needs, such as a birth date or a phone number. */
  readonly field: ReadingField | undefined;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const LABELS: readonly { readonly field: ReadingField | undefined; readonly pattern: RegExp }[] = [
  { field: undefined, pattern: /\b(?:date of birth|birth ?date|born(?: on)?|d\.?o\.?b\b\.?)\s*:?/gi },
  {
    field: undefined,
    pattern:
      /\b(?:phone|telephone|tel|fax|mobile|ssn|social security|account|room|suite|page|order|invoice|form|course|class|version|rev(?:ision)?)\s*(?:no\b\.?|number|num\b\.?|#|id\b)?\s*:?/gi,
  },
  {
    field: 'end_date',
    pattern:
      /\b(?:exp(?:ir(?:es?|ation|y|ing))?\b\.?(?:\s+(?:date|on))?|valid\s+(?:through|thru|until|till|to)|(?:good|effective)\s+(?:through|thru|until)|renew(?:al)?\s+(?:by|due|date)|recertify\s+by|end(?:s|ing)?\s*(?:date|on)?|not valid after|through|until)\s*:?/gi,
  },
  {
    field: 'issue_date',
    pattern:
      /\b(?:(?:date\s+(?:of\s+)?issued?|issued?)\s*(?:date|on)?|date\s+of\s+issue|effective(?:\s+date)?|complet(?:ed|ion)(?:\s+(?:date|on))?|date\s+(?:completed|administered|given|read)|administered(?:\s+on)?|test\s+date|awarded(?:\s+on)?|since|valid\s+from|start(?:s|\s+date)?)\s*:?/gi,
  },
  { field: 'npi', pattern: /\b(?:npi|national provider (?:identifier|number))\b\s*(?:no\b\.?|number|#)?\s*:?/gi },
  {
    field: 'number',
    pattern:
      /\b(?:licen[cs]e|lic\b\.?|card|certificat(?:e|ion)|cert\b\.?|registration|permit|credential|ecard|policy|member|provider|control|document|identification)\s*(?:no\b\.?|number|num\b\.?|#|id\b|code)?\s*[:#]?|(?<![\w])(?:no\.|number|#|id\s*#|id\s*:)\s*:?/gi,
  },
  {
    field: 'name',
    pattern:
      /\b(?:this (?:certifies|is to certify) that|issued to|awarded to|presented to|licensee|holder|(?:full |patient |provider |employee )?name)\s*:?/gi,
  },
];

/** The labels in a text, in its order; of labels at the same place, the longest. */
export function findLabels(text: string): readonly FoundLabel[] {
  const found = LABELS.flatMap(({ field, pattern }) =>
    [...text.matchAll(pattern)].map(
      (match): FoundLabel => ({
        field,
        text: match[0].replace(/[\s:#]+$/, ''),
        start: match.index,
        end: match.index + match[0].length,
      }),
    ),
  );
  return found.filter((one) => !found.some((other) => other !== one && covers(other, one))).sort((one, two) => one.start - two.start);
}

function covers(one: FoundLabel, two: FoundLabel): boolean {
  const [length, other] = [one.end - one.start, two.end - two.start];
  return one.start <= two.start && one.end >= two.end && length > other;
}
