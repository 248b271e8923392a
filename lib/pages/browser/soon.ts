/** What pages need once they are live: a part of their own, which comes then. */
export { createBoxTest } from './boxes.ts'
export { createKeptLine } from './kept-line.ts'
export { cleanerOffer, createOffers, decodersIn, plainOffer } from './offers.ts'
