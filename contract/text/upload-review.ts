/** Why a review refused a file, for its owner. Source: D-114. */
export const reviewText = {
  wrongType: (type: string): string => `This file is not a ${type}.`,
  encryptedPdf: 'This PDF is protected by a password. Please upload one without.',
  notReadable: 'This file is broken or cannot be read.',
  tooManyPixels: 'The picture of this file is larger than can be shown.',
} as const;
