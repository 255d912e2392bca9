/** Verbs whose past or participle no rule gives: the verb, then its other forms. */
const VERBS = `arise arose arisen; awake awoke awoken; bear bore borne; beat beaten; become became; begin began begun;
  bend bent; bet; bind bound; bite bit bitten; bleed bled; blow blew blown; break broke broken; breed bred;
  bring brought; build built; burn burnt; burst; buy bought; catch caught; choose chose chosen; cling clung; come came;
  creep crept; cut; deal dealt; dig dug; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven;
  eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fling flung; fly flew flown;
  forbid forbade forbidden; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; grind ground;
  grow grew grown; hang hung; hear heard; hide hid hidden; hit; hold held; hurt; kneel knelt; know knew known; lay laid;
  lead led; lean leant; leap leapt; learn learnt; leave left; lend lent; lie lay lain; light lit; lose lost; mean meant;
  meet met; melt molten; overturn; pay paid; put; read; ride rode ridden; ring rang rung; rise rose risen; run ran;
  saw sawn; say said; seek sought; sell sold; send sent; sew sewn; shake shook shaken; shear shorn; shed; shine shone;
  shoot shot; shrink shrank shrunk; shut; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; slit;
  smell smelt; sow sown; speak spoke spoken; speed sped; spend spent; spill spilt; spin spun; spit spat; split;
  spoil spoilt; spread; spring sprang sprung; stand stood; steal stole stolen; stick stuck; sting stung;
  stink stank stunk; stride strode; strike struck stricken; string strung; strive strove; swear swore sworn;
  sweep swept; swell swelled swollen; swim swam swum; swing swung; teach taught; tear tore torn; tell told;
  think thought; throw threw thrown; tread trod trodden; wake woke woken; wear wore worn; weave wove woven; weep wept;
  win won; wind wound; withdraw withdrew withdrawn; write wrote written`;

/** Nouns whose plural no rule gives, then adjectives and adverbs: the plain form first. */
const OTHERS = `child children; foot feet; tooth teeth; goose geese; mouse mice; louse lice; ox oxen; fungus fungi;
  cactus cacti; nucleus nuclei; stimulus stimuli; bacterium bacteria; larva larvae; alga algae; antenna antennae;
  criterion criteria; phenomenon phenomena; medium media; vertebra vertebrae; penny pence; brother brethren;
  good better best; bad worse worst; far farther farthest further furthest; true truly; whole wholly; due duly`;

const lemmaOf = new Map<string, string[]>();
for (const family of `${VERBS}; ${OTHERS}`.split(';')) {
  const [plain, ...forms] = family.trim().split(/\s+/u);
  if (plain === undefined) continue;
  for (const form of forms) lemmaOf.set(form, [...(lemmaOf.get(form) ?? []), plain]);
}

/** The plain forms of an irregular form ("knelt", "mice"); none for a regular one. */
export const plainForms = (word: string): readonly string[] => lemmaOf.get(word) ?? [];

/**
 * Adjectives of one syllable that can be compared. Only of these are -er and -est an ending: "corner" is no kind of
 * corn.
 */
export const COMPARED: ReadonlySet<string> = new Set(
  `bald bare big bland bleak blind blunt bold brave brief bright brisk broad brown calm cheap clean clear clever close
  coarse cold cool crisp crude cruel cute damp dark dead deaf dear deep dense dim dirty dull dumb faint fair fast fat
  feeble fierce fine firm fit flat foul frail free fresh full gentle grand grave great green grey harsh hard high hoarse
  hot humble hungry keen lame large late lean light long loose loud low mean mild moist narrow near neat new noble
  odd old pale plain poor pure purple quick quiet rare raw red rich ripe rough round rude sad safe sane sharp shallow
  shrill short sick simple slack sleek slim slow sly small smart smooth soft soggy sore sour sparse stale steep stern
  stiff still strange strict strong stout sturdy subtle sweet swift tall tame tense thick thin tight tiny tough true
  vague vast warm weak weird wet white wide wild wise worn yellow young`.split(/\s+/u),
);
