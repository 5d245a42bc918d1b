/** A projector of today and one of ten years ago. */
export const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];
