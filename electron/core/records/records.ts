import { AnnotationStore } from './answers/annotations.ts';
import { AnswerDevices } from './people/answerDevices.ts';
import { ArrivalRows } from './studies/arrivals.ts';
import { AskedItems } from './answers/askedItems.ts';
import type { Casebook } from './casebook.ts';
import { ConflictStore } from './sharing/conflicts.ts';
import { createIsOfDecision } from './answers/decisionDrafts.ts';
import { Deletions } from './sharing/deletions.ts';
import { ImportedRowsRecords } from './items/importedRows.ts';
import { EditionLines } from './answers/editionLines.ts';
import { Device } from './people/device.ts';
import { Earlier } from './sharing/earlier.ts';
import { createEarlierGoldShown } from './answers/earlierGoldShown.ts';
import { HubRecords } from './sharing/hub.ts';
import { CasebookImages } from './images/images.ts';
import { ItemRows } from './items/itemRows.ts';
import { JudgedAnswers } from './verdicts/judgedAnswers.ts';
import { createLog } from './log.ts';
import { createModels } from './verdicts/models.ts';
import { createOwnDecisions } from './answers/ownDecisions.ts';
import { People } from './people/people.ts';
import { createAcceptance } from './acceptance/acceptance.ts';
import { RatingsReader } from './answers/ratings.ts';
import { createSeenImages, createShownNames } from './images/seenImages.ts';
import { Settings } from './settings.ts';
import { SignOffs } from './answers/signOff.ts';
import { StudySessionRows } from './studies/studySessions.ts';
import { StudySessionSteps } from './studies/studySteps.ts';
import { WebAccessRows } from './people/webAccess.ts';
import { createWording } from './answers/wording.ts';

/** An open casebook with its records. */
export interface RecordedCasebook extends Casebook {
  readonly records: Records;
}

/** Makes something when it is first asked for, and gives the same from then on. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/**
 * What a casebook keeps, each part made once, when it is first asked for: opening it prepares nothing.
 */
export class Records {
  readonly #log;
  readonly #settings;
  readonly #device;
  readonly #people;
  readonly #models;
  readonly #itemRows;
  readonly #annotations;
  readonly #ratings;
  readonly #signOffs;
  readonly #acceptance;
  readonly #mayDecideOwn;
  readonly #showsEarlierGold;
  readonly #isOfDecision;
  readonly #askedItems;
  readonly #wording;
  readonly #editionLines;
  readonly #judgedAnswers;
  readonly #shownNames;
  readonly #seenImages;
  readonly #studySessions;
  readonly #arrivals;
  readonly #studySteps;
  readonly #conflicts;
  readonly #deletions;
  readonly #importedRows;
  readonly #images;
  readonly #hub;
  readonly #earlier;
  readonly #answerDevices;
  readonly #webAccess;

  constructor(casebook: Casebook) {
    const { database } = casebook;
    this.#log = once(() => createLog(casebook));
    this.#settings = once(() => new Settings(casebook, this.#log()));
    this.#device = once(() => new Device(casebook.database));
    this.#people = once(() => new People(casebook, this.#log(), this.#device()));
    this.#models = once(() => createModels(casebook));
    this.#itemRows = once(() => new ItemRows(casebook));
    this.#annotations = once(() => new AnnotationStore(casebook));
    this.#ratings = once(() => new RatingsReader(database));
    this.#signOffs = once(() => new SignOffs(database));
    this.#acceptance = once(() => createAcceptance(casebook, this.#settings()));
    this.#mayDecideOwn = once(() => createOwnDecisions(database));
    this.#showsEarlierGold = once(() => createEarlierGoldShown(database));
    this.#isOfDecision = once(() => createIsOfDecision(database));
    this.#askedItems = once(() => new AskedItems(casebook));
    this.#wording = once(() => createWording(casebook));
    this.#editionLines = once(() => new EditionLines(database));
    this.#judgedAnswers = once(() => new JudgedAnswers(casebook));
    this.#shownNames = once(() => createShownNames(database));
    this.#seenImages = once(() => createSeenImages(database, this.#shownNames()));
    this.#studySessions = once(() => new StudySessionRows(database));
    this.#arrivals = once(() => new ArrivalRows(database));
    this.#studySteps = once(() => new StudySessionSteps(casebook, this.#studySessions()));
    this.#conflicts = once(() => new ConflictStore(casebook));
    this.#deletions = once(() => new Deletions(casebook));
    this.#importedRows = once(() => new ImportedRowsRecords(casebook));
    this.#images = once(() => new CasebookImages(casebook));
    this.#hub = once(() => new HubRecords(casebook));
    this.#earlier = once(() => new Earlier(casebook.database, () => this.#hub().link()));
    this.#answerDevices = once(() => new AnswerDevices(database));
    this.#webAccess = once(() => new WebAccessRows(casebook));
  }

  /** Whose device it is. */
  get device() {
    return this.#device();
  }

  /** The link to a team hub, and what waits for it. */
  get hub() {
    return this.#hub();
  }

  /** What devices sent to the hub before it checked roles. */
  get earlier() {
    return this.#earlier();
  }

  /** From which computers the answers of open conflicts came. */
  get answerDevices() {
    return this.#answerDevices();
  }

  /** Appends to the log. */
  get log() {
    return this.#log();
  }

  get settings() {
    return this.#settings();
  }

  get people() {
    return this.#people();
  }

  /** The id of a model, which becomes a person of the casebook when it is first named. */
  get models() {
    return this.#models();
  }

  /** Items as imports find them. */
  get itemRows() {
    return this.#itemRows();
  }

  get annotations() {
    return this.#annotations();
  }

  get ratings() {
    return this.#ratings();
  }

  get signOffs() {
    return this.#signOffs();
  }

  /** Whether items may be accepted, as far as answers and the casebook's rule go. */
  get acceptance() {
    return this.#acceptance();
  }

  /** Whether adjudicators may decide on their own answers. */
  get mayDecideOwn() {
    return this.#mayDecideOwn();
  }

  /** Whether adjudicators see the earlier gold before they decide. */
  get showsEarlierGold() {
    return this.#showsEarlierGold();
  }

  /** Whether a version is a decision between raters, or the draft of one. */
  get isOfDecision() {
    return this.#isOfDecision();
  }

  /** Items that an open study asks about. */
  get askedItems() {
    return this.#askedItems();
  }

  get wording() {
    return this.#wording();
  }

  get editionLines() {
    return this.#editionLines();
  }

  /** Answers as those who judge them read them. */
  get judgedAnswers() {
    return this.#judgedAnswers();
  }

  /** Names of the images that an item shows. */
  get shownNames() {
    return this.#shownNames();
  }

  /** Names of the images that a participant saw. */
  get seenImages() {
    return this.#seenImages();
  }

  get studySessions() {
    return this.#studySessions();
  }

  get studySteps() {
    return this.#studySteps();
  }

  /** People who came by a study link. */
  get arrivals() {
    return this.#arrivals();
  }

  /** Browsers that are signed in over the network. */
  get webAccess() {
    return this.#webAccess();
  }

  /** Deletes items, and brings them back. */
  get deletions() {
    return this.#deletions();
  }

  /** Which rows imports of answers added, and which of them were undone. */
  get importedRows() {
    return this.#importedRows();
  }

  /** Conflicts of merging. */
  get conflicts() {
    return this.#conflicts();
  }

  /** Image files and their threads, which are closed with `images.close()`. */
  get images() {
    return this.#images();
  }
}
