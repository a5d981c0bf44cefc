/** One thing that speaks for (or against) two records being the same. */
export interface DuplicateReason {
  readonly text: string;
  readonly speaksFor: boolean;
}

/** How sure it is that two records are the same, and why. */
export interface Similarity {
  /** 0 to 99 percent: never certain, a person decides. */
  readonly score: number;
  readonly reasons: readonly DuplicateReason[];
}

/** Likeness as a rule judges it. */
export interface DuplicateScore extends Similarity {
  /** Enough to stop a save. */
  readonly blocksSave: boolean;
}

/** Something that two records may have in common. */
export interface SimilarityEvidence {
  readonly matched: boolean;
  readonly text: string;
  /** 0 to 1: how sure this alone would make it. */
  readonly weight: number;
  /** What is said when it does not hold although both records have it. */
  readonly mismatchText?: string | undefined;
}

/** Joins what speaks for two records being the same as independent chances, and says what speaks against it. */
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

/** Bigrams in common, 0 to 1 (Dice): 'oyelaran' and 'oyelaran-hart' are 0.74 alike. */
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
