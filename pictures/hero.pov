// The shop's first picture: 5 gallons of spring water, 3 of purified, and a poured glass.
#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 40 adc_bailout 0.01 }
#include "product.inc"
#include "parts.pov"
#include "bottle-5.inc"
#include "bottle-3.inc"
#include "glass.inc"
object { Bottle(Body5, Air5, Cap5, Sheet5, Label5, CapColor5)
  rotate y*-5 translate <-5.3, 0, 2.5> }
object { Bottle(Body3, Air3, Cap3, Sheet3, Label3, CapColor3)
  rotate y*5 translate <5.0, 0, -2.5> }
object { Tumbler() scale 1.12 translate <-0.2, 0, -10.5> }
camera {
  perspective location <0, 18, -84> right x*5/4 up y angle 19.9
  look_at <0.2, 8.35, 0>
}
