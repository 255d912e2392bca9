import type { ImportGraph } from '../helpers/importGraph.ts';

/** The tests that stand beside the files of a folder, by the files' names; `others`: of those that are not named. */
interface Table {
  readonly others: readonly string[];
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** Tests of one subject that stand in several files: named by the first. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  adjudications: ['adjudicationDecisions'],
  agreement: ['agreementItems', 'agreementBoxes'],
  answerAgreement: ['answerAgreementModels'],
  answerLines: ['verdictLines'],
  answers: ['verdictFiles'],
  arrivals: ['studyPlaces'],
  assignments: ['assignmentProgress'],
  blinding: ['blindingRatings', 'blindingRoles'],
  boxes: ['foreignBoxes'],
  confinement: ['confinementImages'],
  editions: ['editionsEarlier'],
  editionsElsewhere: ['editionsInAnyOrder'],
  export: ['exportTarget'],
  hostAttack: ['hostAttackCalls', 'hostAttackLoad'],
  hostilePackages: ['hostileArchives'],
  images: ['imageFolders'],
  import: ['importAgain'],
  judgeRuns: ['judgeRunFailures'],
  judging: ['judgingSetUp'],
  mergeConflicts: ['mergeRefusals'],
  mergingEditions: ['packageEditions'],
  metrics: ['metricsArgus'],
  networkHost: ['networkHostStudies'],
  packages: ['packageContents'],
  partialAnswers: ['partialRatings'],
  studies: ['enrolment'],
  studySessions: ['studySessionSteps'],
  validateArgus: ['validateArgusModels'],
  verdicts: ['verdictChanges'],
};

const list = (names: string): readonly string[] =>
  names.split(' ').flatMap((name) => [name, ...(PARTS[name] ?? [])]);

/**
 * What the core and its hosts do is seen in a casebook, so the graph of imports tells of no test that it is the one for a
 * file: nearly every test reaches nearly every file. The quickest come first.
 */
const TABLES: Readonly<Record<string, Table>> = {
  'electron/core/access': {
    others: list('access blinding questionBlinding'),
    files: {
      adjudicationRows: list('adjudications ownCases'),
      blindItems: list('unit/blindness questionBlinding blinding'),
      blindRow: list('questionBlinding blinding'),
      blindness: list('unit/blindness questionBlinding blinding'),
      caseName: list('unit/caseName questionBlinding adjudications'),
      confinement: list('confinement access hostAttack'),
      describeOpen: list('joinedDevice networkHost access'),
      imageQueries: list('annotations images blinding'),
      itemFilter: list('items queueStates setsOfItems blindingRatings'),
      itemQueries: list('items annotations blinding'),
      keeper: list('opening lock'),
      ownWork: list('ownWork assignments'),
      queueStates: list('queueStates items'),
      staged: list('confinement hostAttack'),
      undecided: list('acceptanceRules adjudications queueStates'),
      verdictRows: list('verdicts ownCases markedRefusals'),
      verdictVisibility: list('verdicts verdictAgreement blinding'),
      viewpoint: list('unit/blindness access agreement questionBlinding blinding'),
    },
  },
  'electron/core/derived': {
    others: list('recompute consensusGold promotion partialAnswers'),
    files: {
      acceptable: list('acceptanceRules bulkStatus promotion'),
      answersOutcome: list('validationState queueStates promotion'),
      changePromotion: list('promotion queueStates'),
      changeStatus: list('bulkStatus heldWording promotion'),
      completeGold: list('earlierGold foreignParts partialAnswers'),
      exclusions: list('studies metrics places'),
      facets: list('items questionBlinding'),
      followSettings: list('recompute consensusGold promotion'),
      itemWriter: list('signOff items recompute import'),
      keptGold: list('unit/earlierGold earlierGold consensusGold'),
      participation: list('arrivals places'),
      parts: list('bulkStatus threads consensusGold'),
      places: list('unit/places unit/crowd places arrivals'),
      recomputeVerdicts: list('unit/verdictStatus verdicts judging'),
      responseWriter: list('answers studySessions metrics'),
      returnToReview: list('acceptanceRules promotion heldWording'),
      validationRounds: list('validationState queueStates promotion'),
      validationStatus: list('validationState queueStates funnel'),
      verdictRules: list('verdicts judging'),
      verdictStatus: list('unit/verdictStatus verdicts'),
      verdictWriter: list('verdicts judging metrics markedRefusals'),
    },
  },
  'electron/core/derived/agreement': {
    others: list('agreement boxes fairFigures'),
    files: { disputes: list('agreement adjudications'), report: list('reliabilityCard agreement') },
  },
  'electron/core/derived/metrics': {
    others: list('unit/comparedItems metrics fairFigures answerAgreement'),
    files: { undecidedVerdicts: list('sameItems voices') },
  },
  'electron/core/merge': {
    others: list('merging mergingEditions mergeConflicts'),
    files: {
      answerTimes: list('unit/mergeReads merging participantPackages'),
      closeGaps: list('unit/closeGaps hubClock'),
      decisions: list('mergeConflicts merging'),
      deviceRows: list('unit/mergeReads mergingDevices joinedDevice'),
      inspection: list('unit/mergeRules mergingEditions hostilePackages packages'),
      lateSource: list('hubEarlier hubCursor'),
      measuring: list('unit/mergeRules hostilePackages participantPackages'),
      mergeBaselines: list(
        'unit/mergeRules mergingUnderStudies participantPackages packageEditions studySessionsInTwoPlaces',
      ),
      mergeDeletions: list('unit/mergeRules deletion merging'),
      mergeEditions: list('mergingEditions editionsElsewhere'),
      mergeImages: list('mergingRights merging'),
      mergeStudySessions: list('unit/mergeRules mergingUnderStudies studySessionsInTwoPlaces'),
      mergeStudies: list('mergingUnderStudies studySessionsInTwoPlaces'),
      mergeVerdictDecisions: list('merging mergeConflicts'),
      packageDatabase: list('packages hostilePackages validateArgus'),
      packageFormat: list('hostilePackages packages'),
      packagePlan: list('packages participantPackages validateArgus'),
      packingStudySessions: list('participantPackages packages'),
    },
  },
  'electron/core/records': {
    others: list('unit/historySummary annotations check checkRows'),
    files: {
      'acceptance/acceptance': list('promotion queueStates adjudications'),
      'acceptance/acceptanceRules': list('acceptanceRules promotion'),
      'answers/annotations': list('annotations signOff assignments'),
      'answers/annotationTable': list('annotations signOff partialRatings merging'),
      'studies/arrivals': list('arrivals places networkHost'),
      'answers/askedItems': list('signOff assignments promotion'),
      casebook: list('opening backup lock'),
      casebookInThread: list('threads healthKept import'),
      'images/chosenImages': list('questionBlinding validateArgus annotations'),
      'sharing/conflicts': list('mergeConflicts merging'),
      'studies/consentVersion': list('arrivals studySessions'),
      'answers/decisionDrafts': list('adjudications ownCases'),
      'sharing/deletions': list('deletion mergingImports undoneImports'),
      'people/device': list('mergingDevices joinedDevice'),
      'sharing/earlier': list('hubEarlier hubTrust'),
      'answers/earlierGoldShown': list('unit/earlierGold earlierGold adjudications'),
      'answers/edition': list('editions editionsElsewhere heldWording'),
      'answers/editionLines': list('mergingEditions checkRows editions'),
      'sharing/forks': list('unit/forks unit/closeGaps checkRows'),
      'acceptance/gates': list('funnel queueStates'),
      'answers/goldParts': list('consensusGold partialAnswers foreignParts'),
      'sharing/hub': list('hubTeam hubExchange'),
      'sharing/hubClock': list('hubClock unit/clock'),
      'sharing/hubChanges': list('hubClock hubOrder hubExchange'),
      'sharing/hubRefusals': list('hubExchange hubNumbers deactivation'),
      'images/imageDisplay': list('images bareImages'),
      'images/imageStore': list('durableImages images'),
      'images/images': list('images durableImages'),
      'items/importedRows': list('undoneImports undoFirst'),
      'items/itemRows': list('import items attach'),
      'verdicts/judgedAnswers': list('judging verdicts rejectedItems'),
      log: list('annotations unit/historySummary undoneImports'),
      'verdicts/models': list('answers answerLines judgeRuns'),
      'items/numberCorrection': list('numberFaults'),
      'sharing/openConflicts': list('mergeConflicts export'),
      'answers/ownDecisions': list('ownCases adjudications'),
      'people/people': list('deactivation assignments cliPeople'),
      'acceptance/promotion': list('promotion queueStates'),
      'people/pseudonyms': list('exportPrivacy namesThatLeave'),
      'acceptance/queueStates': list('queueStates promotion'),
      'answers/ratingStateColumns': list('agreement adjudications'),
      'answers/ratings': list('recompute agreement partAssignments'),
      'answers/regions': list('annotations boxes'),
      'studies/responseIds': list('studySessions answerKinds'),
      'items/searchTexts': list('items annotations'),
      'images/seenImages': list('studySessions judging blinding'),
      settings: list('promotion recompute consensusGold'),
      'answers/signOff': list('signOff signOffElsewhere'),
      'images/similar': list('images'),
      'studies/studySessions': list('studySessions studySessionTime studySessionsInTwoPlaces'),
      'studies/studySteps': list('studySessionTime studySessions answerKinds'),
      'verdicts/verdictRules': list('verdicts judging'),
      'verdicts/verdictDetail': list('markedRefusals judging'),
      'verdicts/verdictValidation': list('judging verdicts keyPoints markedRefusals'),
      'people/webAccess': list('networkHost hostAttack'),
      'answers/wordingGuard': list('heldWording editions'),
    },
  },
  'electron/hosts/network': {
    others: list('networkHost hostAttack'),
    files: {
      sockets: list('unit/sockets hostSockets hostAttack'),
      slowClients: list('hostAttack hostSockets'),
      certificate: list('networkHost hostAttack'),
      rateLimit: list('hostAttack networkHost'),
      addresses: list('hostAttack networkHost'),
    },
  },
  'electron/hosts/hub': {
    others: list('hubAttack hubBlinding hubExchange'),
    files: {
      arrivalTimes: list('unit/arrivalTimes hubExchange'),
      database: list('hubNumbers hubReplies hubTeam'),
      earlier: list('hubEarlier'),
      embedded: list('hubPostmaster'),
      folderInUse: list('hubPostmaster'),
      images: list('hubExchange hubAttackDocuments'),
      late: list('hubCursor hubBlinding'),
      postmaster: list('hubPostmaster'),
      pull: list('hubCursor hubBlinding hubExchange'),
      push: list('hubAttack hubExchange hubRoles'),
      pushRules: list('hubRoles hubAttack hubAttackDocuments'),
      quota: list('hubNumbers hubAttack'),
      verify: list('hubTrust hubEarlier'),
    },
  },
};

const pathOf = (name: string): string => `test/${name.includes('/') ? name : `integration/${name}`}.test.ts`;

/** How many unit tests of a pure file are run at most: those that import it by the shortest way. */
const NEAREST = 4;

/**
 * The test files that stand beside a source file, those first that are to be run first: of the core and the hosts what
 * the table says, of the pure files the unit tests that import them.
 * @param graph of the tests and of everything that they import
 */
export function testsBeside(file: string, graph: ImportGraph): readonly string[] {
  // Folders in folders have their own tables, which come after.
  const folder = Object.keys(TABLES).findLast((each) => file.startsWith(`${each}/`));
  const table = folder === undefined ? undefined : TABLES[folder];
  if (folder === undefined || table === undefined) return nearestUnitTests(file, graph);
  const name = file.slice(folder.length + 1, -'.ts'.length);
  return (table.files[name] ?? table.others).map(pathOf);
}

/** Every test and source file that the table names. */
export const named = (): { readonly tests: readonly string[]; readonly files: readonly string[] } => ({
  tests: Object.values(TABLES).flatMap(({ others, files }) =>
    [...others, ...Object.values(files).flat()].map(pathOf),
  ),
  files: Object.entries(TABLES).flatMap(([folder, { files }]) =>
    Object.keys(files).map((name) => `${folder}/${name}.ts`),
  ),
});

function nearestUnitTests(file: string, graph: ImportGraph): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const [importer, imports] of graph)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), importer]);
  const found: string[] = [];
  const seen = new Set([file]);
  // Breadth first; whatever is added on the way is looked at as well.
  for (const each of seen) {
    if (/^test\/unit\/[^.]+\.test\.ts$/u.test(each)) found.push(each);
    for (const importer of importers.get(each) ?? []) seen.add(importer);
    if (found.length === NEAREST) break;
  }
  return found;
}
