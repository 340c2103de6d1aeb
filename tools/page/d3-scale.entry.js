// What the plots use of d3-scale.
export { scaleBand, scaleLinear, scaleLog, scaleOrdinal, scalePoint, scaleQuantize, scaleSqrt, scaleThreshold, scaleUtc } from "d3-scale";
