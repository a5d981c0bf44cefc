import type { Random } from './random.ts';

const FIRST = ['Rosalind', 'Delphine', 'Tobias', 'Imani', 'Wendell', 'Annika', 'Beatriz', 'Marcus', 'Yolanda', 'Ravi', 'Clementine', 'Hollis', 'Soo-Jin', 'Percival', 'Gwendolyn', 'Esperanza', 'Dmitri', 'Lucinda', 'Kofi', 'Theodora', 'Nadia', 'Malik', 'Priscilla', 'Joaquin', 'Keisha', 'Anders', 'Fatima', 'Leland', 'Mei', 'Solomon', 'Ingrid', 'Cedric', 'Paloma', 'Dashiell', 'Naomi', 'Emilio', 'Harriet', 'Tyrone', 'Zainab', 'Curtis', 'Amara', 'Bennett', 'Corinne', 'Darius', 'Elena', 'Fletcher', 'Giselle', 'Hector', 'Iris', 'Jamal', 'Katarina', 'Lionel', 'Marisol', 'Nolan', 'Odessa', 'Pierce', 'Quinn', 'Renata', 'Silas', 'Tamsin', 'Ulysses', 'Vivian', 'Walter', 'Ximena', 'Yusuf', 'Zora', 'Abigail', 'Bruno', 'Camille', 'Desmond', 'Estelle', 'Franklin', 'Georgia', 'Hideo', 'Isabel', 'Julian', 'Kendra', 'Lorenzo', 'Monique', 'Nathaniel', 'Olivia', 'Philippa', 'Rafael', 'Simone', 'Terrence', 'Ursula', 'Victor', 'Winifred', 'Adaeze', 'Björn', 'Chloé', 'Diego', 'Eun-Ji', 'Farah', 'Grace', 'Hugo', 'Ines', 'Jerome', 'Karima', 'Luis', 'Maeve', 'Noor', 'Oscar', 'Penelope', 'Reginald', 'Sunita', 'Thaddeus', 'Uma', 'Vernon', 'Willa'];
const LAST = ['Thackeray', 'Arceneaux', 'Grünwald', 'Castellanos', 'Okafor', 'Holmqvist', 'Solano', 'Penhallow', 'Featherstone', 'Subramaniam', 'Dubois', 'Abernathy', 'Lindqvist', 'Nakagawa', 'Marsh', 'Villalobos', 'Halvorsen', 'Brackenridge', 'Mensah', 'Vance', 'Petrova', 'Oyelaran', 'Whitfield', 'Delacroix', 'Montoya', 'Sorensen', 'Haddad', 'Prescott', 'Zhang', 'Carmichael', 'Eriksen', 'Beauchamp', 'Fuentes', 'Hawthorne', 'Adeyemi', 'Navarro', 'Pemberton', 'Washington', 'Rahman', 'Guidry', 'Nwosu', 'Lockhart', 'Moreau', 'Freeman', 'Ibarra', 'Kensington', 'Laurent', 'Ortega', 'Callahan', 'Jefferson', 'Novak', 'Sterling', 'Trevino', 'Blackwood', 'Fontenot', 'Harrington', 'Yamamoto', 'Cervantes', 'Winslow', 'Broussard', 'Alvarado', 'Cunningham', 'Duval', 'Espinoza', 'Fairchild', 'Gallagher', 'Hernández', 'Iverson', 'Jankowski', 'Kowalczyk', 'Landry', 'McAllister', 'Nguyen', 'Osborne', 'Patel', 'Quintero', 'Rosenthal', 'Sinclair', 'Tanaka', 'Underwood', 'Vasquez', 'Wójcik', 'Xiong', 'Yates', 'Zamora', 'Ashworth', 'Bellamy', 'Chowdhury', 'Dominguez', 'Ellington', 'Figueroa', 'Goldberg', 'Hollingsworth', 'Ishikawa', 'Jimenez', 'Kaminski', 'Lafayette', 'Mahoney', 'Nakamura', "O'Connell", 'Pacheco', 'Ramirez', 'Santiago', 'Thibodeaux', 'Urbina', 'Villanueva', 'Wakefield', 'Yoder', 'Zimmerman', 'Boudreaux'];

export interface PersonName {
  readonly first_name: string;
  readonly last_name: string;
}

/** A realistic name; every fourth family name is double, so that large data sets do not repeat a few thousand names. */
export function drawName(random: Random): PersonName {
  const last = random.pick(LAST);
  return { first_name: random.pick(FIRST), last_name: random.chance(0.25) ? `${last}-${random.pick(LAST)}` : last };
}

/** Number of attempts to draw an unused name before a name is reused: a very large company has more people than names. */
const DRAWS = 40;

/** The names of the demo people, without accidental duplicates. */
export class Names {
  private readonly taken: Set<string>;

  /** Full names that must not be used, such as those of the staff. */
  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  draw(random: Random): PersonName {
    let name = drawName(random);
    for (let draw = 1; draw < DRAWS && this.taken.has(fullName(name)); draw++) name = drawName(random);
    this.taken.add(fullName(name));
    return name;
  }
}

function fullName({ first_name, last_name }: PersonName): string {
  return `${first_name} ${last_name}`;
}

/** The name as part of an e-mail address: ASCII letters only. */
export function toMailName(text: string): string {
  return text.normalize('NFKD').replace(/[^A-Za-z]/g, '').toLowerCase();
}
