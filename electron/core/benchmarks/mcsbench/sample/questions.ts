/** A question about one thing, its gold option first. */
export interface ThingQuestion {
  readonly task: string;
  readonly thing: string;
  /** Which of its pictures. */
  readonly look: number;
  readonly question: string;
  readonly options: readonly [string, string, string, string, string];
  /** What is seen, and what is known: the evidence. */
  readonly seen: string;
  readonly known: string;
  readonly relation: string;
  readonly operator: string;
}

/** What things are, for the concept's definition and its neighbours. */
export const CONCEPTS: Readonly<
  Record<string, readonly [concept: string, domain: string, definition: string, near: string]>
> = {
  mug: [
    'mug',
    'Household',
    'A drinking vessel with straight sides and one handle.',
    'teacup, beaker, tankard',
  ],
  teapot: [
    'teapot',
    'Household',
    'A lidded vessel with a spout in which tea is brewed.',
    'kettle, coffee pot, jug',
  ],
  bicycle: [
    'bicycle',
    'Vehicles',
    'A vehicle of two wheels in line, driven by pedals.',
    'scooter, tricycle, moped',
  ],
  boat: [
    'sailing boat',
    'Vehicles',
    'A boat that the wind drives by its sails.',
    'rowing boat, motor boat, canoe',
  ],
  lighthouse: [
    'lighthouse',
    'Buildings',
    'A tower with a light that guides ships.',
    'windmill, water tower, chimney',
  ],
  owl: ['owl', 'Animals', 'A bird of prey that hunts at night.', 'hawk, pigeon, nightjar'],
  goldfish: ['goldfish', 'Animals', 'A small carp that is kept in ponds and bowls.', 'koi, roach, guppy'],
  tulip: [
    'tulip',
    'Plants',
    'A plant that grows from a bulb and bears one cup-shaped flower.',
    'crocus, poppy, lily',
  ],
  cactus: ['cactus', 'Plants', 'A succulent plant with spines in place of leaves.', 'aloe, agave, euphorbia'],
  mushroom: [
    'fly agaric',
    'Plants',
    'A toadstool with a red cap and white warts.',
    'porcelain fungus, bolete, chanterelle',
  ],
  umbrella: ['umbrella', 'Household', 'A folding canopy on a stick against rain.', 'parasol, tent, awning'],
  guitar: [
    'guitar',
    'Instruments',
    'A plucked instrument with a waisted body and a fretted neck.',
    'ukulele, violin, banjo',
  ],
  clock: [
    'alarm clock',
    'Household',
    'A clock that rings at a time that was set.',
    'wristwatch, wall clock, timer',
  ],
  windmill: ['windmill', 'Buildings', 'A mill whose sails the wind turns.', 'lighthouse, water mill, silo'],
};

/** A question in one line: task, thing, look, question, options (gold first), what is seen, what is known, relation, operator. */
const q = (
  task: string,
  [thing, look]: readonly [string, number],
  question: string,
  options: ThingQuestion['options'],
  [seen, known]: readonly [string, string],
  [relation, operator]: readonly [string, string],
): ThingQuestion => ({ task, thing, look, question, options, seen, known, relation, operator });

export const QUESTIONS: readonly ThingQuestion[] = [
  q(
    'C-A Align.',
    ['mug', 0],
    'Which feature of the vessel can be seen?',
    [
      'One curved handle at its side',
      'A long spout at its front',
      'A domed lid with a knob',
      'A thin stem above its foot',
      'A pair of pouring lips',
    ],
    ['A single curved handle stands out at the right.', 'Vessels of this kind are lifted by one handle.'],
    ['PR3', 'OP1'],
  ),
  q(
    'C-A Align.',
    ['teapot', 1],
    'Which part does the vessel have?',
    [
      'A spout that rises from the body',
      'A whistle on the spout',
      'A tap close to its base',
      'A glass window for the level',
      'Two handles facing each other',
    ],
    ['A spout leaves the body at the left.', 'The brew is poured through the spout.'],
    ['PR3', 'OP1'],
  ),
  q(
    'C-A Align.',
    ['bicycle', 2],
    'Which arrangement of wheels is shown?',
    [
      'Two wheels of equal size in line',
      'Three wheels, two at the back',
      'A large wheel before a small one',
      'Two wheels beside each other',
      'Four small wheels in pairs',
    ],
    ['Both wheels are equally large and stand in line.', 'A safety frame carries two wheels of one size.'],
    ['PR2', 'OP1'],
  ),
  q(
    'C-A Align.',
    ['cactus', 3],
    'Which growth form does the plant show?',
    [
      'A thick stem with side arms',
      'A rosette of fleshy leaves',
      'A trailing stem with pads',
      'A bundle of thin canes',
      'A sphere without any stem',
    ],
    ['Two arms leave a thick upright stem.', 'Water is stored in the stem.'],
    ['PR1', 'OP1'],
  ),
  q(
    'C-A Discr.',
    ['owl', 0],
    'Which attribute tells the bird from other hunters of its size?',
    [
      'Both eyes face forward',
      'Its beak is hooked',
      'Its feet have talons',
      'Its wings are broad',
      'Its plumage is brown',
    ],
    ['Both eyes look at the viewer.', 'Hawks carry their eyes at the sides of the head.'],
    ['PR1', 'OP2'],
  ),
  q(
    'C-A Discr.',
    ['goldfish', 1],
    'Which attribute separates the fish from its larger relatives in ponds?',
    [
      'No barbels beside the mouth',
      'A tail fin in two lobes',
      'Scales over the whole body',
      'One fin along the back',
      'An eye on either side',
    ],
    ['Nothing hangs from the mouth.', 'Koi have two pairs of barbels.'],
    ['PR3', 'OP2'],
  ),
  q(
    'C-A Discr.',
    ['tulip', 2],
    'Which attribute tells the flower from others that grow from bulbs in spring?',
    [
      'One upright cup on a bare stem',
      'Six stamens in every flower',
      'Leaves without any teeth',
      'Petals that close at night',
      'A bulb below the ground',
    ],
    ['A single cup stands on the stem.', 'A crocus has hardly any stem above the ground.'],
    ['PR1', 'OP2'],
  ),
  q(
    'C-A Discr.',
    ['clock', 3],
    'Which part tells the timepiece from those that hang on walls?',
    [
      'Two bells above the face',
      'Two hands of unequal length',
      'A round face with marks',
      'A rim around the glass',
      'Numbers in a circle',
    ],
    ['Two bells are mounted on top.', 'Bells ring at the time that was set.'],
    ['PR3', 'OP2'],
  ),
  q(
    'C-C Align.',
    ['boat', 0],
    'With which concept does the thing shown share what drives it?',
    ['Windmill', 'Steam engine', 'Bicycle', 'Water wheel', 'Rowing boat'],
    ['Two sails are set on the mast.', 'Sails turn wind into motion, here and on a mill.'],
    ['PR6', 'OP3'],
  ),
  q(
    'C-C Align.',
    ['lighthouse', 1],
    'With which concept does the building share its purpose?',
    ['Beacon', 'Chimney', 'Silo', 'Belfry', 'Water tower'],
    ['A lit lantern room tops the tower.', 'Beacons show ships their way.'],
    ['PR6', 'OP3'],
  ),
  q(
    'C-C Align.',
    ['umbrella', 2],
    'With which concept does the thing share its way of opening?',
    ['Folding fan', 'Curtain', 'Suitcase', 'Roller blind', 'Sliding door'],
    ['Panels spread between ribs from one point.', 'The leaf of a fan unfolds between its ribs.'],
    ['PR6', 'OP3'],
  ),
  q(
    'C-C Align.',
    ['guitar', 3],
    'With which concept does the thing share the way its tone arises?',
    ['Harp', 'Flute', 'Drum', 'Organ', 'Violin'],
    ['Strings run over a hole in the body.', 'Strings of a harp are plucked, too.'],
    ['PR6', 'OP3'],
  ),
  q(
    'C-C Discr.',
    ['windmill', 0],
    'Which observation speaks against the tower being a lighthouse?',
    [
      'Four sails turn before its cap',
      'It narrows towards the top',
      'It stands on open ground',
      'A door is at its foot',
      'Its walls are light',
    ],
    ['Four sails are fixed below the cap.', 'No light tower carries sails.'],
    ['PR3', 'OP2'],
  ),
  q(
    'C-C Discr.',
    ['mushroom', 0],
    'Which observation speaks against the thing being a bolete?',
    [
      'Pale warts cover its cap',
      'Its stem is thick',
      'Its cap is domed',
      'It grows from the ground',
      'Its stem is pale',
    ],
    ['Pale spots are spread over the cap.', 'Caps of boletes are smooth.'],
    ['PR1', 'OP2'],
  ),
  q(
    'C-C Discr.',
    ['mug', 1],
    'Which observation speaks against the vessel being a tankard?',
    [
      'It has no hinged lid',
      'It has one handle',
      'Its sides are straight',
      'It has a flat base',
      'It holds a drink',
    ],
    ['The rim is open.', 'A tankard is closed by a hinged lid.'],
    ['PR3', 'OP2'],
  ),
  q(
    'C-C Discr.',
    ['guitar', 0],
    'Which observation speaks against the thing being a violin?',
    [
      'A round hole opens its body',
      'Its body has a waist',
      'It has a long neck',
      'Strings run along it',
      'It is made of wood',
    ],
    ['A round hole is in the middle of the body.', 'Violins have two narrow holes.'],
    ['PR1', 'OP2'],
  ),
  q(
    'Hypo. Reas.',
    ['bicycle', 3],
    'If its pedals were replaced by a board to stand on, what would it be closest to?',
    ['Scooter', 'Tricycle', 'Unicycle', 'Wheelchair', 'Moped'],
    ['Pedals sit between two wheels in line.', 'A scooter has two wheels and a board.'],
    ['PR5', 'OP5'],
  ),
  q(
    'Hypo. Reas.',
    ['boat', 1],
    'If its mast were taken down and two oars added, what would it be closest to?',
    ['Rowing boat', 'Motor boat', 'Raft', 'Ferry', 'Surfboard'],
    ['A mast carries both sails.', 'A rowing boat is driven by oars.'],
    ['PR5', 'OP5'],
  ),
  q(
    'Hypo. Reas.',
    ['teapot', 2],
    'If it stood on a flame and whistled, what would it be closest to?',
    ['Kettle', 'Jug', 'Samovar', 'Saucepan', 'Vase'],
    ['A lid and a spout can be seen.', 'A kettle boils water and whistles.'],
    ['PR6', 'OP5'],
  ),
  q(
    'Hypo. Reas.',
    ['clock', 1],
    'If its bells and feet were removed and a strap added, what would it be closest to?',
    ['Wristwatch', 'Compass', 'Stopwatch', 'Sundial', 'Barometer'],
    ['Bells and feet are fixed to a round case.', 'A wristwatch is worn on a strap.'],
    ['PR5', 'OP5'],
  ),
];

/** Questions about several pictures: those that fit come first. */
export const SETS: readonly {
  readonly question: string;
  readonly fits: readonly string[];
  readonly others: readonly string[];
}[] = [
  {
    question: 'Which images show something that the wind drives?',
    fits: ['boat', 'windmill'],
    others: ['bicycle', 'teapot'],
  },
  { question: 'Which images show something alive?', fits: ['owl', 'goldfish'], others: ['guitar', 'mug'] },
  {
    question: 'Which images show a vessel for a hot drink?',
    fits: ['teapot', 'mug'],
    others: ['cactus', 'umbrella'],
  },
  {
    question: 'Which images show something that makes a sound of its own?',
    fits: ['guitar', 'clock'],
    others: ['lighthouse', 'tulip'],
  },
];

/** Things to match to their descriptions. */
export const MATCHES: readonly (readonly (readonly [thing: string, description: string])[])[] = [
  [
    ['cactus', 'It stores water in its stem.'],
    ['tulip', 'It waits for spring in a bulb.'],
    ['mushroom', 'It feeds on what others made.'],
  ],
  [
    ['lighthouse', 'Its light is seen from ships.'],
    ['windmill', 'Grain is ground in it.'],
    ['clock', 'It rings when it is time.'],
  ],
  [
    ['owl', 'It hunts in the dark.'],
    ['goldfish', 'It breathes through gills.'],
    ['bicycle', 'It is driven by feet.'],
  ],
  [
    ['umbrella', 'It is opened when it rains.'],
    ['guitar', 'Its strings are plucked.'],
    ['boat', 'It moves with the wind.'],
  ],
];
