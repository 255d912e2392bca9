import { sameBox } from '../../shared/base/geometry.ts';
import type { ForeignSets } from '../../shared/foreign/foreignPart.ts';
import { haloFor, UNKNOWN_COLOR } from './palette.ts';
import { type BoxStyle, RestScene } from './restScene.ts';
import type {
  CanvasChange,
  CanvasHidden,
  CanvasImage,
  CanvasLabel,
  CanvasPoint,
  CanvasRegion,
} from './types.ts';

const UNKNOWN: BoxStyle = {
  labelId: '',
  name: 'No label',
  color: UNKNOWN_COLOR,
  halo: haloFor(UNKNOWN_COLOR),
  dashed: true,
  tagPlace: 0,
};

/**
 * What the canvas shows: the owner's regions, with a change already applied that the owner has not yet given
 * back, the selection, and which boxes are out of sight.
 */
export class CanvasModel {
  regions: readonly CanvasRegion[] = [];
  points: readonly CanvasPoint[] = [];
  foreignSets: ForeignSets = {};
  selection: readonly string[] = [];
  selected: ReadonlySet<string> = new Set();
  #images: readonly CanvasImage[] = [];
  readonly #byId = new Map<string, CanvasRegion>();
  readonly #scenes = new Map<string, RestScene>();
  readonly #styles = new Map<string, BoxStyle>();
  /** Boxes that look the same share one style, so that they are drawn in one go. */
  readonly #ownStyles = new Map<string, BoxStyle>();
  readonly #hiddenIds = new Set<string>();
  #allHidden = false;

  setImages(images: readonly CanvasImage[]): void {
    this.#images = images;
    this.#scenes.clear();
  }

  setLabels(labels: readonly CanvasLabel[]): void {
    this.#styles.clear();
    for (const label of labels) {
      this.#styles.set(label.id, {
        labelId: label.id,
        name: label.name,
        color: label.color,
        halo: haloFor(label.color),
        dashed: false,
        tagPlace: 0,
      });
    }
    this.#scenes.clear();
  }

  /** The owner's regions. Those that a change has brought here already cost nothing. */
  setRegions(regions: readonly CanvasRegion[]): void {
    const before = this.regions;
    this.regions = regions;
    if (regions.length === before.length && regions.every((region, at) => isSame(region, before[at]))) return;
    this.#ownStyles.clear();
    this.#byId.clear();
    for (const region of regions) this.#byId.set(region.id, region);
    this.#scenes.clear();
  }

  setSelection(ids: readonly string[]): void {
    this.selection = ids;
    this.selected = new Set(ids);
    for (const scene of this.#scenes.values()) this.#mark(scene);
  }

  /** Shows a change at once, before the owner has stored it. */
  apply(change: CanvasChange): void {
    const updated = new Map(change.updated.map((region) => [region.id, region]));
    const removed = new Set(change.removed);
    const changed = (regions: readonly CanvasRegion[]): readonly CanvasRegion[] =>
      updated.size + removed.size === 0
        ? regions
        : regions
            .filter((region) => !removed.has(region.id))
            .map((region) => updated.get(region.id) ?? region);
    this.regions = [...changed(this.regions), ...change.added];
    for (const id of removed) this.#byId.delete(id);
    for (const region of [...change.updated, ...change.added]) this.#byId.set(region.id, region);
    for (const image of this.#images) {
      const scene = this.#scenes.get(image.id);
      const added = change.added.filter(({ imageId }) => imageId === image.id);
      // In the order that the scene has already found: what is nearly sorted is sorted soon.
      if (scene !== undefined) this.#setScene(image, [...changed(scene.regions), ...added]);
    }
  }

  region(id: string): CanvasRegion | undefined {
    return this.#byId.get(id);
  }

  /** The selected regions that exist and lie on an image shown. */
  selectedRegions(): CanvasRegion[] {
    return this.selection.flatMap((id) => {
      const region = this.#byId.get(id);
      return region !== undefined && this.imageOf(region) !== undefined ? [region] : [];
    });
  }

  /** The regions that do not merely belong to an image on which nothing is drawn. */
  ownRegions(): readonly CanvasRegion[] {
    if (this.#images.every(({ undrawable }) => undrawable === undefined)) return this.regions;
    return this.regions.filter((region) => this.imageOf(region)?.undrawable === undefined);
  }

  /** The selected regions that can be changed. */
  changeableRegions(): CanvasRegion[] {
    return this.selectedRegions().filter(({ locked }) => locked !== true);
  }

  /** The box of this image that has handles: the only one selected, in sight and not locked. */
  resizable(image: CanvasImage): CanvasRegion | null {
    const [region, ...others] = this.selectedRegions();
    if (region === undefined || others.length > 0 || region.imageId !== image.id) return null;
    return region.locked === true || this.isHidden(region) ? null : region;
  }

  imageOf(region: CanvasRegion): CanvasImage | undefined {
    return this.#images.find((image) => image.id === region.imageId);
  }

  /** How boxes of a label look. */
  styleFor(label: string): BoxStyle {
    return this.#styles.get(label) ?? UNKNOWN;
  }

  /** How a box looks. */
  styleOf({ label, style, dashed: isDashed = false }: CanvasRegion): BoxStyle {
    const usual = this.styleFor(label);
    if (style === undefined) return isDashed ? this.#ownStyle({ ...usual, dashed: true }) : usual;
    const { color, dashed, tag, tagPlace = 0 } = style;
    return this.#ownStyle({ labelId: '', name: tag, color, halo: haloFor(color), dashed, tagPlace });
  }

  #ownStyle(made: BoxStyle): BoxStyle {
    const { labelId, name, color, dashed, tagPlace } = made;
    const key = JSON.stringify([labelId, name, color, dashed, tagPlace]);
    const known = this.#ownStyles.get(key);
    if (known !== undefined) return known;
    this.#ownStyles.set(key, made);
    return made;
  }

  /** What a box is called in words: its label, after what is written on it where that is something else. */
  nameOf({ label, style }: CanvasRegion): string {
    const { name } = this.styleFor(label);
    return style === undefined || style.tag === '' ? name : `${style.tag}, ${name}`;
  }

  /** The boxes of one image, ready to be drawn and searched. */
  scene(image: CanvasImage): RestScene {
    return (
      this.#scenes.get(image.id) ??
      this.#setScene(
        image,
        this.regions.filter((region) => region.imageId === image.id),
      )
    );
  }

  #setScene(image: CanvasImage, regions: readonly CanvasRegion[]): RestScene {
    const scene = new RestScene(regions, (region) => this.styleOf(region), image);
    this.#mark(scene);
    this.#scenes.set(image.id, scene);
    return scene;
  }

  /** Regions in the order of the keyboard: image by image, as the owner lists them, hidden ones left out. */
  inOrder(): CanvasRegion[] {
    return this.#images.flatMap((image) =>
      this.regions.filter((region) => region.imageId === image.id && !this.isHidden(region)),
    );
  }

  isHidden(region: CanvasRegion): boolean {
    return region.hidden === true || this.#allHidden || this.#hiddenIds.has(region.id);
  }

  get hidden(): CanvasHidden {
    return { ids: [...this.#hiddenIds].filter((id) => this.#byId.has(id)), all: this.#allHidden };
  }

  /** Hides the regions, or shows them if all of them are hidden; says which of the two was done. */
  toggleHidden(ids: readonly string[]): boolean {
    const hide = ids.some((id) => !this.#hiddenIds.has(id));
    for (const id of ids) {
      if (hide) this.#hiddenIds.add(id);
      else this.#hiddenIds.delete(id);
    }
    for (const scene of this.#scenes.values()) this.#mark(scene);
    return hide;
  }

  /** Hides everything, or shows everything again, single hidden boxes included. */
  toggleAllHidden(): boolean {
    this.#allHidden = !this.#allHidden;
    if (!this.#allHidden) this.#hiddenIds.clear();
    for (const scene of this.#scenes.values()) this.#mark(scene);
    return this.#allHidden;
  }

  #mark(scene: RestScene): void {
    scene.mark((region) => this.isHidden(region), this.selected);
  }
}

/** Whether two regions are one, unchanged. */
function isSame(a: CanvasRegion, b: CanvasRegion | undefined): boolean {
  if (a === b || b === undefined) return a === b;
  return (
    a.id === b.id &&
    a.imageId === b.imageId &&
    a.label === b.label &&
    sameBox(a, b) &&
    a.note === b.note &&
    a.hidden === b.hidden &&
    a.locked === b.locked &&
    a.dashed === b.dashed &&
    a.style === b.style &&
    a.foreign === b.foreign
  );
}
