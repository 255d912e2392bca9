/**
 * English words with their inflected forms, written out by hand: the measure for whatever takes inflections apart, and
 * so made without any rule of its own. Plural, possessive, past, participle, -ing, -ly, comparative, superlative, and
 * irregular forms of all kinds.
 */
export const WORD_FAMILIES: readonly (readonly string[])[] = `
knife knives knife's
leaf leaves
shelf shelves
wolf wolves
scarf scarves
thief thieves
child children children's child's
foot feet
tooth teeth
goose geese
mouse mice
woman women women's
fireman firemen
berry berries berry's
battery batteries
puppy puppies
fly flies
match matches
torch torches
brush brushes
glass glasses
box boxes
fox foxes
axe axes
potato potatoes
tomato tomatoes
volcano volcanoes
fungus fungi
cactus cacti
larva larvae
bacterium bacteria
crisis crises
vertex vertices
wire wires wired wiring wire's
bottle bottles bottle's bottled
needle needles
mushroom mushrooms mushroom's
jellyfish jellyfish's
extinguisher extinguishers extinguisher's
crack cracks cracked cracking
leak leaks leaked leaking
spill spills spilled spilling spilt
burn burns burned burning burnt
smoke smokes smoked smoking
stop stops stopped stopping
drip drips dripped dripping
slip slips slipped slipping
rub rubs rubbed rubbing
hug hugs hugged hugging
plug plugs plugged plugging
panic panicked panicking panics
bake bakes baked baking
rescue rescues rescued rescuing
inhale inhales inhaled inhaling
die dies died dying
tie ties tied tying
carry carries carried carrying
dry dries dried drying drier driest
fray frays frayed fraying
boil boils boiled boiling
poison poisons poisoned poisoning
expire expires expired expiring
damage damages damaged damaging
break breaks broke broken breaking
freeze freezes froze frozen freezing
swell swells swelled swollen swelling
tear tears tore torn tearing
bite bites bit bitten biting
hang hangs hung hanging
sting stings stung stinging
sink sinks sank sunk sinking
drink drinks drank drunk drinking
wear wears wore worn wearing
bend bends bent bending
hide hides hid hidden hiding
steal steals stole stolen stealing
swim swims swam swum swimming
ride rides rode ridden riding
drive drives drove driven driving
shake shakes shook shaken shaking
catch catches caught catching
bleed bleeds bled bleeding
creep creeps crept creeping
weep weeps wept weeping
sweep sweeps swept sweeping
dig digs dug digging
hot hotter hottest hotly
wet wetter wettest
thin thinner thinnest thinly
loose looser loosest loosely
sharp sharper sharpest sharply
steep steeper steepest steeply
rusty rustier rustiest
slippery slipperier
muddy muddier muddiest
heavy heavier heaviest heavily
gentle gentler gentlest gently
horrible horribly
electrical electrically
chemical chemicals chemically
toxic toxically
dangerous dangerously
poisonous poisonously
careless carelessly
noisy noisier noisily
true truly truer
full fully fuller
quick quicker quickest quickly
deep deeper deepest deeply
dull dully duller
bad worse worst
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

/** Pairs of words that look as if one were a form of the other, and are none. */
export const UNRELATED: readonly (readonly [string, string])[] = [
  ['corn', 'corner'],
  ['numb', 'number'],
  ['flow', 'flower'],
  ['show', 'shower'],
  ['pap', 'paper'],
  ['lad', 'ladder'],
  ['ham', 'hammer'],
  ['mat', 'matter'],
  ['mast', 'master'],
  ['ear', 'early'],
  ['lens', 'len'],
  ['spr', 'spring'],
  ['cloth', 'clover'],
  ['hop', 'hoped'],
  ['din', 'dined'],
  ['cart', 'carton'],
  ['pill', 'pillow'],
  ['car', 'care'],
  ['wind', 'window'],
  ['pan', 'panel'],
  ['bull', 'bullet'],
  ['for', 'forest'],
  ['int', 'interest'],
  ['moth', 'mother'],
  ['broth', 'brother'],
  ['should', 'shoulder'],
  ['cat', 'cattle'],
  ['plan', 'plane'],
  ['new', 'news'],
  ['tow', 'tower'],
];
