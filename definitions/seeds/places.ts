import zipcodes from 'zipcodes';
import type { Random } from './random.ts';

/** Area codes by state: real ones, so that a number matches its town. */
const AREA_CODES: Readonly<Record<string, readonly number[]>> = {
  AL: [205, 251, 256, 334],
  AZ: [480, 520, 602, 623, 928],
  AR: [479, 501, 870],
  CA: [209, 213, 310, 408, 415, 510, 530, 559, 619, 661, 707, 714, 805, 818, 909, 916, 925, 949],
  CO: [303, 719, 720, 970],
  CT: [203, 860],
  DC: [202],
  DE: [302],
  FL: [239, 305, 321, 352, 386, 407, 561, 727, 786, 813, 850, 904, 941, 954],
  GA: [229, 404, 478, 678, 706, 770, 912],
  IA: [319, 515, 563, 641, 712],
  ID: [208],
  IL: [217, 309, 312, 618, 630, 708, 773, 815, 847],
  IN: [219, 260, 317, 574, 765, 812],
  KS: [316, 620, 785, 913],
  KY: [270, 502, 606, 859],
  LA: [225, 318, 337, 504, 985],
  MA: [413, 508, 617, 781, 978],
  MD: [240, 301, 410, 443],
  ME: [207],
  MI: [231, 248, 269, 313, 517, 586, 616, 734, 810, 989],
  MN: [218, 320, 507, 612, 651, 763, 952],
  MO: [314, 417, 573, 636, 660, 816],
  MS: [228, 601, 662],
  MT: [406],
  NC: [252, 336, 704, 828, 910, 919],
  ND: [701],
  NE: [308, 402],
  NH: [603],
  NJ: [201, 609, 732, 856, 908, 973],
  NM: [505, 575],
  NV: [702, 775],
  NY: [212, 315, 516, 518, 585, 607, 631, 716, 718, 845, 914],
  OH: [216, 330, 419, 440, 513, 614, 740, 937],
  OK: [405, 580, 918],
  OR: [503, 541, 971],
  PA: [215, 412, 570, 610, 717, 724, 814],
  RI: [401],
  SC: [803, 843, 864],
  SD: [605],
  TN: [423, 615, 731, 865, 901, 931],
  TX: [210, 214, 254, 281, 325, 361, 409, 432, 469, 512, 682, 713, 806, 817, 830, 832, 903, 915, 936, 940, 956, 972, 979],
  UT: [385, 435, 801],
  VA: [276, 434, 540, 571, 703, 757, 804],
  VT: [802],
  WA: [206, 253, 360, 425, 509],
  WI: [262, 414, 608, 715, 920],
  WV: [304],
  WY: [307],
};

/** Relative number of demo people by state. */
const STATE_WEIGHTS: Readonly<Record<string, number>> = {
  TX: 16,
  FL: 15,
  CA: 12,
  GA: 8,
  LA: 8,
  IL: 6,
  NC: 5,
  AZ: 5,
  OH: 4,
  NY: 4,
  PA: 4,
  TN: 4,
  CO: 3,
  VA: 3,
  WA: 3,
  MO: 2,
  OR: 2,
  MI: 2,
  NJ: 2,
  MA: 2,
  MD: 2,
  AL: 2,
  SC: 2,
  IN: 2,
  WI: 2,
  MN: 2,
  NV: 2,
  OK: 1,
  KY: 1,
  UT: 1,
  NM: 1,
  MS: 1,
  AR: 1,
};

/** The team of each state. */
const REGIONS: Readonly<Record<string, 'gulf' | 'west' | 'north'>> = {
  TX: 'gulf',
  FL: 'gulf',
  LA: 'gulf',
  GA: 'gulf',
  AL: 'gulf',
  MS: 'gulf',
  SC: 'gulf',
  NC: 'gulf',
  TN: 'gulf',
  AR: 'gulf',
  OK: 'gulf',
  CA: 'west',
  AZ: 'west',
  CO: 'west',
  WA: 'west',
  OR: 'west',
  NV: 'west',
  UT: 'west',
  NM: 'west',
};

export interface Place {
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

const STREETS = [
  'Magnolia Bend',
  'Peachford',
  'Live Oak',
  'Cedar Hollow',
  'Maple',
  'Juniper',
  'Harbor View',
  'Mill Creek',
  'Orchard',
  'Stonebridge',
  'Willow Run',
  'Prairie',
  'Lakeshore',
  'Summit',
  'Chestnut',
  'Fairview',
  'Briarwood',
  'Meadow',
  'Sycamore',
  'Canyon',
  'Ridgeway',
  'Laurel',
  'Dogwood',
  'Pinecrest',
  'Valley',
  'Church',
  'Washington',
  'Franklin',
  'Madison',
  'Lincoln',
];
const STREET_KINDS = ['St', 'Ave', 'Dr', 'Ln', 'Rd', 'Ct', 'Blvd', 'Way', 'Pl', 'Trl'];

/** Minimum number of ZIPs of a town: a single ZIP can belong to a company or office. */
const TOWN = 3;

/** Real US towns with their ZIPs, by state, in ZIP order. */
export class Places {
  private readonly byState = new Map<string, Place[]>();
  private readonly numbersGiven = new Map<number, number>();

  constructor() {
    for (const found of Object.values(zipcodes.codes)) {
      if (found.country !== 'US' || !(found.state in STATE_WEIGHTS)) continue;
      const list = this.byState.get(found.state) ?? [];
      list.push({ city: found.city, state: found.state, zip: String(found.zip).padStart(5, '0') });
      this.byState.set(found.state, list);
    }
    for (const [state, list] of this.byState)
      this.byState.set(
        state,
        keepTowns(list).sort((a, b) => (a.zip < b.zip ? -1 : 1)),
      );
  }

  draw(random: Random): Place {
    return this.drawIn(random.weighted(STATE_WEIGHTS), random);
  }

  drawIn(state: string, random: Random): Place {
    return random.pick(this.byState.get(state) ?? []);
  }

  /** A unique number with an area code of the state and the exchange 555, which no subscriber has. */
  phone(state: string, random: Random): string {
    const area = random.pick(AREA_CODES[state] ?? [212]);
    const given = this.numbersGiven.get(area) ?? 0;
    this.numbersGiven.set(area, given + 1);
    // Starts at 0100 with a step that is coprime to 10,000, so that adjacent numbers in a list do not look sequential.
    return `${area}${555 - Math.floor(given / 10_000)}${String((100 + given * 37) % 10_000).padStart(4, '0')}`;
  }

  street(random: Random): string {
    return `${random.between(100, 9899)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`;
  }

  region(state: string): 'gulf' | 'west' | 'north' {
    return REGIONS[state] ?? 'north';
  }
}

function keepTowns(places: readonly Place[]): Place[] {
  const zips = new Map<string, number>();
  for (const { city } of places) zips.set(city, (zips.get(city) ?? 0) + 1);
  return places.filter(({ city }) => (zips.get(city) ?? 0) >= TOWN);
}
