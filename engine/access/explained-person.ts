/** The words for the user that an explanation is about: the reader ("You see …"), or another user by name ("Ana Lee sees …"). */
export interface Person {
  /** At the beginning of a sentence: 'You', 'Ana Lee'. */
  readonly subject: string;
  /** 'you', 'Ana Lee'. */
  readonly object: string;
  /** After the subject was named: 'you', 'them'. */
  readonly pronoun: string;
  /** After the subject was named: 'you', 'they'. */
  readonly pronounSubject: string;
  /** At the beginning of a sentence: 'Your', "Ana Lee's". */
  readonly possessive: string;
  /** Within a sentence: 'your', "Ana Lee's". */
  readonly possessiveInside: string;
  /** The form of a verb: `verb('see', 'sees')`. */
  verb(ofYou: string, ofOther: string): string;
}

const YOU: Person = {
  subject: 'You',
  object: 'you',
  pronoun: 'you',
  pronounSubject: 'you',
  possessive: 'Your',
  possessiveInside: 'your',
  verb: (ofYou) => ofYou,
};

/** The words for a user. `name` is absent if the user reads the explanation. */
export function describePerson(name: string | undefined): Person {
  if (name === undefined) return YOU;
  const possessive = `${name}'s`;
  return {
    subject: name,
    object: name,
    pronoun: 'them',
    pronounSubject: 'they',
    possessive,
    possessiveInside: possessive,
    verb: (_, ofOther) => ofOther,
  };
}
