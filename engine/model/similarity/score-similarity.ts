/** A reason for (or against) two records being duplicates. */
export interface DuplicateReason {
  /** For people: what is the same, or differs. */
  readonly text: string;
  /** True: a reason for a duplicate; false: against it. */
  readonly speaksFor: boolean;
}

/** How likely it is that two records are duplicates, and why. */
export interface Similarity {
  /** 0 to 99 percent: never 100, because a person decides. */
  readonly score: number;
  /** Those for a duplicate and those against it, in the order of the evidence. */
  readonly reasons: readonly DuplicateReason[];
}

/** The similarity as scored by a rule. */
export interface DuplicateScore extends Similarity {
  /** The score is high enough to block a save. */
  readonly blocksSave: boolean;
  /**
   * The name agrees, and one more key, such as a phone or an address. Only such a match is reported of a record or a field that the
   * requester may not see.
   */
  readonly sameNameAndKey: boolean;
}

/** A property that two records may have in common. */
export interface SimilarityEvidence {
  /** Both records have the property in common. */
  readonly matched: boolean;
  /** The reason for people, used if it matches. */
  readonly text: string;
  /** 0 to 1: the probability of a duplicate if only this matches. */
  readonly weight: number;
  /** Reason against a duplicate: used if it does not match although both records have a value. */
  readonly mismatchText?: string | undefined;
}

/** Combines matches as independent probabilities to a score of 0 to 99 percent, and lists the reasons for and against. */
export function scoreSimilarity(evidence: readonly SimilarityEvidence[]): Similarity {
  const reasons: DuplicateReason[] = [];
  let unlike = 1;
  for (const { matched, text, weight, mismatchText } of evidence) {
    if (matched) {
      reasons.push({ text, speaksFor: true });
      unlike *= 1 - weight;
    } else if (mismatchText !== undefined) reasons.push({ text: mismatchText, speaksFor: false });
  }
  return { score: Math.min(99, Math.round((1 - unlike) * 100)), reasons };
}

/** Dice coefficient of common bigrams, 0 to 1: 0.74 for 'oyelaran' and 'oyelaran-hart'. */
export function measureTextSimilarity(one: string, two: string): number {
  if (one === two) return one === '' ? 0 : 1;
  if (one.length < 2 || two.length < 2) return 0;
  const pairs = (text: string): string[] => Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2));
  const rest = pairs(two);
  const common = pairs(one).filter((pair) => {
    const place = rest.indexOf(pair);
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  }).length;
  return (2 * common) / (one.length + two.length - 2);
}

/** A record that may be a duplicate of the one being saved; a rule adds the properties by which people recognize it. */
export interface DuplicateMatch {
  /** Id of the record. */
  readonly _id: string;
  /** Name of the record. */
  readonly name: string;
  /** 0 to 99 percent. */
  readonly score: number;
  /** Why it may be a duplicate, or not. */
  readonly reasons: readonly DuplicateReason[];
}

/** The result of a duplicate check, and the data of the error that rejects a duplicate. */
export interface DuplicateCheckResult<Match extends DuplicateMatch = DuplicateMatch> {
  /** Sorted by score, the highest first. */
  readonly matches: readonly Match[];
  /** Number of matches that the requester may not see. */
  readonly hidden: number;
}
