/** Where the pictures of a domain are from and what there is to say of its things. */
export interface Domain {
  readonly name: string;
  /** What a question calls the thing shown without naming it. */
  readonly thing: string;
  readonly epithets: readonly string[];
  /** Singular and plural. */
  readonly nouns: readonly (readonly [one: string, many: string])[];
  readonly parts: readonly string[];
}

/** Texts of generated items are put together from these; each list that questions draw on has thirteen entries. */
export const DOMAINS: readonly Domain[] = [
  {
    name: 'Plants',
    thing: 'plant',
    epithets: ['alpine', 'bearded', 'creeping', 'dwarf', 'marsh', 'silver', 'tufted'],
    nouns: [
      ['bellflower', 'bellflowers'],
      ['blueberry', 'blueberries'],
      ['cactus', 'cacti'],
      ['club moss', 'club mosses'],
      ['larch', 'larches'],
      ['toadstool fungus', 'toadstool fungi'],
      ['saxifrage', 'saxifrages'],
    ],
    parts: [
      'petal',
      'sepal',
      'stamen',
      'anther',
      'bract',
      'leaf blade',
      'stem',
      'stipule',
      'calyx',
      'corolla',
      'seed pod',
      'tendril',
      'root collar',
    ],
  },
  {
    name: 'Animals',
    thing: 'animal',
    epithets: ['banded', 'crested', 'dusky', 'mottled', 'ringed', 'slender', 'tawny'],
    nouns: [
      ['goose', 'geese'],
      ['wolf', 'wolves'],
      ['harvest mouse', 'harvest mice'],
      ['bullfinch', 'bullfinches'],
      ['ox', 'oxen'],
      ['lapwing', 'lapwings'],
      ['wood fly', 'wood flies'],
    ],
    parts: [
      'crown',
      'nape',
      'flank',
      'throat',
      'rump',
      'forelimb',
      'hindlimb',
      'ear',
      'muzzle',
      'breast',
      'wing',
      'tail',
      'eye ring',
    ],
  },
  {
    name: 'Tools',
    thing: 'tool',
    epithets: ['bench', 'crank', 'folding', 'hollow', 'paring', 'socket', 'trimming'],
    nouns: [
      ['knife', 'knives'],
      ['chisel', 'chisels'],
      ['brush', 'brushes'],
      ['vise', 'vises'],
      ['tweezer box', 'tweezer boxes'],
      ['gouge', 'gouges'],
      ['awl', 'awls'],
    ],
    parts: [
      'handle',
      'ferrule',
      'shank',
      'tang',
      'bolster',
      'jaw',
      'spindle',
      'collar',
      'guard',
      'rivet',
      'pommel',
      'groove',
      'pivot',
    ],
  },
];

export const STATES = [
  'Ridged',
  'Glossy',
  'Curved',
  'Tapered',
  'Notched',
  'Rounded',
  'Pitted',
  'Swollen',
  'Flattened',
  'Hollow',
  'Bristled',
  'Forked',
  'Keeled',
] as const;

/** What is said of a part after its name, about equally long. */
export const TAILS = [
  'with a pale margin',
  'that ends abruptly',
  'in two equal rows',
  'without any sheen',
  'under a dark band',
  'on a short stalk',
  'of uneven width',
  'bent to one side',
  'set at an angle',
  'with fine grooves',
  'edged in ochre',
  'split at the tip',
  'wider at its base',
] as const;

export const PLACES = [
  'at first light',
  'on bare rock',
  'after heavy rain',
  'against white cloth',
  'behind wire mesh',
  'from slightly above',
  'beside still water',
  'under lamplight',
  'near the frame’s edge',
  'among dry reeds',
  'on a wooden bench',
  'in deep shade',
  'through wet glass',
] as const;

export const VIEWS = [
  'silhouette',
  'underside',
  'close view',
  'cross-section',
  'profile',
  'outline',
  'texture',
  'colouring',
  'overall build',
  'front',
  'rear aspect',
  'surface',
  'proportions',
] as const;
