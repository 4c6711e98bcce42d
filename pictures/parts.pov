// Materials, lights and the macros that put one bottle or one glass in the studio.
// Passes: 0 beauty, 1 mask (what is a product, for the alpha channel), 2 shadow on the floor.
#ifndef (Pass) #declare Pass = 0; #end
#declare Glow = finish { ambient 0 diffuse 0 emission 1 };

// No specular on clear parts: points of light look computed. They mirror the soft boxes instead.
#declare Clear = finish {
  ambient 0 diffuse 0 specular 0
  reflection { 0.025, 1.0 fresnel on } conserve_energy
};
#declare WaterIn = interior {
  ior 1.333 fade_distance 12 fade_power 1001 fade_color <0.50, 0.80, 0.97>
};
// Tinted like the plastic: clear air would leave a white gap under the cap on a white card.
#declare AirIn = interior {
  ior 1.0 fade_distance 2 fade_power 1001 fade_color <0.62, 0.84, 0.97>
};
#declare DrinkIn = interior { ior 1.333 };
#declare GlassIn = interior { ior 1.48 };
#declare PlasticIn = interior { ior 1.5 };
#declare Solid = texture { pigment { rgb 1 } finish { Glow } };

#macro Dress(Thing, Look, Inside)
  #if (Pass = 0) object { Thing texture { Look } interior { Inside } }
  #else object { Thing texture { Solid } #if (Pass = 2) no_image #end }
  #end
#end

#declare ClearLook = texture { pigment { rgbt <0.93, 0.97, 1, 0.99> } finish { Clear } };
// From inside nothing mirrors but total reflection: it halves the rays at every wall, and the soft
// boxes do not come back as a grain of bright points in the ribs.
#declare Within = texture { pigment { rgbt <0.93, 0.97, 1, 0.99> } finish { ambient 0 diffuse 0 } };
#macro ClearPart(Thing, Inside)
  #if (Pass = 0)
    object { Thing texture { ClearLook } interior_texture { Within } interior { Inside } }
  #else
    Dress(Thing, Solid, Inside)
  #end
#end

#macro Bottle(Body, Air, Cap, Sheet, Picture, CapColor)
  #local CapLook = texture {
    pigment { rgb CapColor }
    finish { ambient 0 emission 0.10 diffuse 0.75 specular 0.12 roughness 0.05
      reflection { 0.0, 0.5 fresnel on } }
  };
  #local LabelLook = texture {
    uv_mapping
    pigment { image_map { png Picture gamma srgb interpolate 2 once } }
    finish { ambient 0 emission 0.42 diffuse 0.62 specular 0.05 roughness 0.06
      reflection { 0.0, 0.35 fresnel on } }
  };
  // Paper lets daylight through: a dark back would shade the water behind the label.
  #local LabelBack = texture { pigment { rgb <0.62, 0.80, 0.95> } finish { Glow } };
  #local CapWithin = texture { pigment { rgb 0.4*CapColor + <0.42, 0.58, 0.72> } finish { Glow } };
  union {
    ClearPart(Body, WaterIn)
    #if (Pass = 0) object { Air texture { Within } interior { AirIn } } #end
    #if (Pass = 0)
      // The cap's inside glows: unlit, it would mirror in the water as a black spot in the neck.
      object { Cap texture { CapLook } interior_texture { CapWithin } interior { PlasticIn } }
    #else
      Dress(Cap, CapLook, PlasticIn)
    #end
    #if (Pass = 0)
      object { Sheet texture { LabelLook } interior_texture { LabelBack } interior { PlasticIn } }
    #else
      Dress(Sheet, LabelLook, PlasticIn)
    #end
  }
#end

#macro Tumbler()
  union {
    ClearPart(GlassBody, GlassIn)
    #if (Pass = 0) object { GlassWater texture { Within } interior { DrinkIn } } #end
  }
#end

// A soft box is seen in reflections only (no_image), so it never shows through the water.
#macro SoftBox(Wide, High, Power)
  box {
    <-1, -1, 0>, <1, 1, 0.001>
    pigment {
      function { max(0, 1 - pow(abs(x), 4)) * max(0, 1 - pow(abs(y), 6)) }
      color_map { [0 rgbt 1] [1 rgb Power] }
    }
    finish { Glow } hollow no_image no_shadow
    scale <Wide, High, 1>
  }
#end

#if (Pass = 0)
  // The room is one smooth sky without floor or horizon: an edge in it would come back from every
  // rib as a dark band. Bright behind the bottle, deep blue to the sides: that draws its outline.
  #declare Around = function { atan2(sqrt(x*x + 0.0001), z) / pi };
  #declare Level = pigment {
    function { Around(x, y, z) }
    color_map {
      [0.00 rgb <1.06, 1.08, 1.08>] [0.06 rgb <0.95, 1.02, 1.06>] [0.13 rgb <0.55, 0.82, 1.00>]
      [0.21 rgb <0.22, 0.56, 0.92>] [0.30 rgb <0.05, 0.30, 0.72>] [0.42 rgb <0.03, 0.20, 0.55>]
      [0.60 rgb <0.45, 0.66, 0.88>] [1.00 rgb <0.85, 0.92, 0.98>]
    }
  };
  sky_sphere {
    pigment {
      function { (y + 1) / 2 }
      pigment_map {
        [0.00 color rgb <0.16, 0.46, 0.82>] [0.25 color rgb <0.34, 0.64, 0.93>] [0.42 Level]
        [0.62 Level] [0.80 color rgb <0.62, 0.82, 0.98>] [1.00 color rgb <0.90, 0.96, 1>]
      }
    }
  }
  light_source { <-42, 46, -52> rgb 0.95 shadowless }
  light_source { <46, 26, -36> rgb <0.34, 0.36, 0.40> shadowless }
  light_source { <0, 60, 20> rgb 0.25 shadowless }
  object { SoftBox(7, 26, 7) rotate y*-62 translate <-44, 20, -22> }
  object { SoftBox(3, 22, 4.5) rotate y*70 translate <44, 16, -15> }
  object { SoftBox(16, 9, 2.5) rotate x*70 translate <-6, 52, -18> }
#end

#if (Pass = 2)
  // Shadow pass: a white floor under opaque, unseen bottles; darker is more shadow.
  background { rgb 1 }
  disc { 0, y, 45 pigment { rgb 1 } finish { ambient 0 diffuse 1 } }
  light_source { <-90, 400, -70> rgb 1.07 area_light x*460, z*460, 13, 13 adaptive 2 circular }
#end
