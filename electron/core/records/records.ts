import { AnnotationStore } from './answers/annotations.ts';
import { AnswerDevices } from './people/answerDevices.ts';
import { ArrivalRows } from './studies/arrivals.ts';
import { AssignmentTable } from './answers/assignmentTable.ts';
import { AskedItems } from './answers/askedItems.ts';
import type { CasebookFiles } from './casebook.ts';
import { ConflictStore } from './sharing/conflicts.ts';
import { createIsOfDecision } from './answers/decisionDrafts.ts';
import { Deletions } from './sharing/deletions.ts';
import { ImportedRowsRecords } from './items/importedRows.ts';
import { EditionLines } from './answers/editionLines.ts';
import { DeviceOwner } from './people/device.ts';
import { EarlierRecords } from './sharing/earlier.ts';
import { createEarlierGoldShown } from './answers/earlierGoldShown.ts';
import { HubRecords } from './sharing/hub.ts';
import { HubChanges } from './sharing/hubChanges.ts';
import { HubRefusals } from './sharing/hubRefusals.ts';
import { ImageTable } from './images/imageTable.ts';
import { CasebookImages } from './images/images.ts';
import { ItemRows } from './items/itemRows.ts';
import { CommentTable } from './items/commentTable.ts';
import { GuidelineTable } from './answers/guidelineTable.ts';
import { ItemTable } from './items/itemTable.ts';
import { ItemTags } from './items/itemTags.ts';
import { JudgedAnswers } from './verdicts/judgedAnswers.ts';
import { JudgeRuns } from './verdicts/judgeRuns.ts';
import { JudgingAssignments } from './verdicts/judgingAssignments.ts';
import { createLog } from './log.ts';
import { createModels } from './verdicts/models.ts';
import { createOwnDecisions } from './answers/ownDecisions.ts';
import { People } from './people/people.ts';
import { PersonTable } from './people/personTable.ts';
import { createAcceptance } from './acceptance/acceptance.ts';
import { RatingsReader } from './answers/ratings.ts';
import { createSeenImages, createShownNames } from './images/seenImages.ts';
import { Settings } from './settings.ts';
import { SignOffs } from './answers/signOff.ts';
import { StudyRows } from './studies/studyRows.ts';
import { StudySessionRows } from './studies/studySessions.ts';
import { StudySessionSteps } from './studies/studySteps.ts';
import { WebAccessRows } from './people/webAccess.ts';
import { createWording } from './answers/wordingGuard.ts';

/** What a casebook keeps, each part made once, when it is first asked for. */
export type Records = ReturnType<typeof createRecords>;

/** An open casebook with its records. */
export interface RecordedCasebook extends CasebookFiles {
  readonly records: Records;
}

/** Makes something when it is first asked for, and gives the same from then on. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

type Makers = Readonly<Record<string, () => unknown>>;

/** Makes an object whose members are made when they are read; a maker that gives the same each time is a `once`. */
export function makeOnDemand<M extends Makers>(
  makers: M,
): { readonly [Name in keyof M]: ReturnType<M[Name]> };
export function makeOnDemand(makers: Makers): object {
  const made = {};
  for (const [name, get] of Object.entries(makers))
    Object.defineProperty(made, name, { get, enumerable: true });
  return made;
}

/** The records of an open casebook. Opening it prepares nothing: a statement is prepared when its part is first needed. */
export function createRecords(casebook: CasebookFiles) {
  const { database } = casebook;
  const log = once(() => createLog(casebook));
  const settings = once(() => new Settings(casebook, log()));
  const device = once(() => new DeviceOwner(casebook.database));
  const personTable = once(() => new PersonTable(database));
  const people = once(() => new People(casebook, log(), device(), personTable()));
  const models = once(() => createModels(casebook, personTable()));
  const itemRows = once(() => new ItemRows(casebook));
  const itemTable = once(() => new ItemTable(database));
  const itemTags = once(() => new ItemTags(database));
  const commentTable = once(() => new CommentTable(database));
  const guidelineTable = once(() => new GuidelineTable(database));
  const annotations = once(() => new AnnotationStore(casebook));
  const assignmentTable = once(() => new AssignmentTable(casebook));
  const ratings = once(() => new RatingsReader(database));
  const signOffs = once(() => new SignOffs(database, annotations()));
  const acceptance = once(() => createAcceptance(casebook, settings()));
  const mayDecideOwn = once(() => createOwnDecisions(database));
  const showsEarlierGold = once(() => createEarlierGoldShown(database));
  const isOfDecision = once(() => createIsOfDecision(database));
  const askedItems = once(() => new AskedItems(casebook));
  const wording = once(() => createWording(casebook));
  const editionLines = once(() => new EditionLines(database));
  const judgedAnswers = once(() => new JudgedAnswers(casebook));
  const judgingAssignments = once(() => new JudgingAssignments(database));
  const judgeRuns = once(() => new JudgeRuns(casebook));
  const shownNames = once(() => createShownNames(database));
  const seenImages = once(() => createSeenImages(database, shownNames()));
  const studies = once(() => new StudyRows(database));
  const studySessions = once(() => new StudySessionRows(database));
  const arrivals = once(() => new ArrivalRows(database));
  const studySteps = once(() => new StudySessionSteps(casebook, studySessions()));
  const conflicts = once(() => new ConflictStore(casebook));
  const deletions = once(() => new Deletions(casebook, itemTable(), hub()));
  const importedRows = once(() => new ImportedRowsRecords(casebook));
  const imageTable = once(() => new ImageTable(database));
  const images = once(() => new CasebookImages(casebook));
  const hub = once(() => new HubRecords(casebook));
  const hubChanges = once(() => new HubChanges(database));
  const hubRefusals = once(() => new HubRefusals(casebook));
  const earlier = once(() => new EarlierRecords(casebook.database, () => hub().link()));
  const answerDevices = once(() => new AnswerDevices(database));
  const webAccess = once(() => new WebAccessRows(casebook));
  return makeOnDemand({
    /** Whose device it is. */
    device,
    /** The link to a team hub, and what waits for it. */
    hub,
    hubChanges,
    /** What was refused in exchanges with the hub. */
    hubRefusals,
    /** What devices sent to the hub before it checked roles. */
    earlier,
    /** From which computers the answers of open conflicts came. */
    answerDevices,
    /** Appends to the log. */
    log,
    settings,
    people,
    personTable,
    /** The id of a model, which becomes a person of the casebook when it is first named. */
    models,
    /** Items as imports find them. */
    itemRows,
    itemTable,
    itemTags,
    commentTable,
    guidelineTable,
    annotations,
    assignmentTable,
    ratings,
    signOffs,
    /** Whether items may be accepted, as far as answers and the casebook's rule go. */
    acceptance,
    /** Whether adjudicators may decide on their own answers. */
    mayDecideOwn,
    /** Whether adjudicators see the earlier gold before they decide. */
    showsEarlierGold,
    /** Whether a version is a decision between raters, or the draft of one. */
    isOfDecision,
    /** Items that an open study asks about. */
    askedItems,
    wording,
    editionLines,
    /** Answers as those who judge them read them. */
    judgedAnswers,
    judgingAssignments,
    judgeRuns,
    /** Names of the images that an item shows. */
    shownNames,
    /** Names of the images that a participant saw. */
    seenImages,
    studies,
    studySessions,
    studySteps,
    /** People who came by a study link. */
    arrivals,
    /** Browsers that are signed in over the network. */
    webAccess,
    /** Deletes items, and brings them back. */
    deletions,
    /** Which rows imports of answers added, and which of them were undone. */
    importedRows,
    /** Conflicts of merging. */
    conflicts,
    /** Image files and their threads, which are closed with `images.close()`. */
    images,
    imageTable,
  });
}
