/** What the paper's pixel-level transformations are called, for people; files and ids of figures have their names. */
export const PIXEL_TRANSFORMATIONS = {
  gaussian_blur: 'Gaussian blur',
  median_filter: 'Median filter',
  zoom_blur: 'Zoom blur',
  chromatic_aberration: 'Chromatic aberration',
  iso_noise: 'ISO noise',
  rgb_shift: 'RGB shift',
  salt_pepper_noise: 'Salt and pepper noise',
  gamma: 'Gamma',
  jpeg_compression: 'JPEG compression',
  multiplicative_noise: 'Multiplicative noise',
  sharpen: 'Sharpen',
  glass_blur: 'Glass blur',
  posterize: 'Posterize',
  motion_blur: 'Motion blur',
  gaussian_noise: 'Gaussian noise',
} as const satisfies Readonly<Record<string, string>>;

/** What the styles of the paper's illusions are called. */
export const STYLES = {
  cinematic: 'Cinematic',
  gothic: 'Gothic',
  fantasy_art: 'Fantasy art',
  vintage_photo: 'Vintage photo',
  minimalist: 'Minimalist',
  surrealism: 'Surrealism',
  bioluminescent: 'Bioluminescent',
  origami: 'Origami',
  dystopian: 'Dystopian',
  abstract: 'Abstract',
  painting: 'Painting',
  pixel_art: 'Pixel art',
} as const satisfies Readonly<Record<string, string>>;

const TITLES: ReadonlyMap<string, string> = new Map([
  ['Org', 'Original'],
  ...Object.entries(PIXEL_TRANSFORMATIONS),
  ...Object.entries(STYLES),
]);

/** What a transformation is called, for people; one that is not the paper's by the name that it came with. */
export const transformationTitle = (name: string): string => TITLES.get(name) ?? name;
