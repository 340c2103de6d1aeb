// What the plots use of d3-scale.
export { scaleLinear, scaleLog } from "d3-scale";
