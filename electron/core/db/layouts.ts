/**
 * The digest of what the migrations make, by schema version (`layoutDigest`). A test compares it with the migrations; a version
 * that is not here costs time, and is compared part by part.
 */
export const LAYOUTS: Readonly<Record<number, string>> = {
  4: 'd7bc90fae9ba7d05d38f14eb3d073e310fc231d28a509a77f71556f8ce956957',
  5: 'b57cec0571dcae81c7c06b7d520e1f33d42165b58c2cb4720eb8a925f94e2bb0',
  6: '898149c9407b159a6e5eb985323b886595ef0dc63d247fc212ac15c1e3900649',
  7: 'f573ef57bff71045f1e12f2a9084ebb58b19f40141f20ab61998cdd720ada0bd',
  8: '6b676d60569a9b04f4775c14537cb40cdfe30128e1a82a0d4d6d6192b190a586',
  9: 'dc2379a3bee426e2949ea2839d012f0a2357635b25827dd63230c1626f2a6c3a',
  10: 'f25f5ca8b09fced18574fbad83db972e9272e13b3054cd44df62d1d4cb91c904',
  11: 'a97ec8a8b8ad928c39670ba53eda2a037aee8c3321f39f97096a0d43efa72a9f',
  12: 'f2430dec52792e02352b04557cfcb92d4a1a45d77e35abfb113169e8d936e9b3',
  13: 'a7bc9937702bea7f7beafc949fbb1b8f774c2fbf0d7bcfc6d425c5589a499291',
  14: 'ccda56be06be63d54e0149c5e37fbcff10ea3112a3b7171c9a9aa014f6e00b4e',
  15: 'db3e2b5994314f3e2e4b63abc091fabf13d9ae47d7bb65dd26849f454b860b46',
  16: '0c6d8b76aae9e9cc6d13537b02a971bcbc83c592a3ea0441ee413c45af6cf3aa',
  17: '0f6ea3c5655e79da4c4f06cef385330d5b53bd8c220ac7549fa6ea251cb052a7',
  18: '93b0ced36b1d3baa27e442c0c14e3bfbbb0e4c9e382d1f517df420a74d685e98',
  19: '18c21ebbb802d1a85a90da2e650cf345764b9fad6ef17d64298a057bf6e3b114',
};
